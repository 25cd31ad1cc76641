"""Terrarium in a tab: everything the server does for one browser, without a server.

`House` answers the same requests and sends the same packets as the server, for the people at one device: they sit
around it, bots take the other seats, and nobody waits for a network. A web worker runs it under Pyodide
(`web/src/tab/`); what must last it hands out as text (`House.changes`) and takes back (`House.recall`).

It needs nothing but the rules, the words and the standard library.
"""
