"""Tables for programs that think in words: language models and other agents, over MCP.

agent_table.py      one table: who is asked, what a seat is shown, tries and default answers
rules_text.py       the rules and the form of an answer, as an agent is told them
hindsight_regret.py how much the master would have done better, answer by answer
mcp_server.py       the tools look, rules and answer
"""
