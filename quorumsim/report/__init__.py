"""The page of one or more runs: pictures, tables and one self-contained HTML file. It works nothing out: see analysis."""

from quorumsim.report.page import write_report

__all__ = ["write_report"]
