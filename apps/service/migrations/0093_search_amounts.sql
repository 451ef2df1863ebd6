-- Orders are found by their amounts and tracking numbers too: every account goes through its orders once more. What the index has
-- stays there, and is found, meanwhile.
update search_progress set session_position = default, event_number = default;
