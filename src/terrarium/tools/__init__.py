"""Tools that come with the package: they use a server as its clients and operators do, and are no part of it."""
