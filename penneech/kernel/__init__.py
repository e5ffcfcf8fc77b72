"""wall"""
