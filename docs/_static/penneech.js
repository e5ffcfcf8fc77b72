// What is too wide for the window scrolls by itself, and so must be reached with the keyboard; what
// fits is no stop on the way through the page.
function markWide() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
document.addEventListener("DOMContentLoaded", markWide);
window.addEventListener("load", markWide);
window.addEventListener("resize", markWide);
