"""Generated files: each module writes one."""
