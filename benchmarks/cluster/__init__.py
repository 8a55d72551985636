"""A site of many servers on this machine: started, played at, and hurt."""
