"""The OpenSpiel game without OpenSpiel: chance nodes, observations, bounds, resampling."""
