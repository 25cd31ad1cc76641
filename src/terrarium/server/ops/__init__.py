"""Running a server: settings, logs, figures, looking after games that wait."""
