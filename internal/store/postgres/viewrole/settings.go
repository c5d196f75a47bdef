package viewrole

// setting is one that each session of the role begins with.
type setting struct{ name, value string }

// settings bound what a statement may take, pin what its text and its values
// mean, and keep it from writing. They are the role's, and not sent with each
// connection, so that they hold behind a pooler.
var settings = []setting{
	{"default_transaction_read_only", "on"},
	{"statement_timeout", "5s"},
	{"lock_timeout", "1s"}, // a change of tables is not waited for
	{"idle_in_transaction_session_timeout", "1min"},
	{"work_mem", "16MB"},
	{"hash_mem_multiplier", "1"},
	{"max_parallel_workers_per_gather", "0"},
	{"jit", "off"},
	{"search_path", "pg_catalog"},
	{"standard_conforming_strings", "on"},
	{"transform_null_equals", "off"},
	{"default_text_search_config", "pg_catalog.simple"},
	{"TimeZone", "UTC"},
	{"DateStyle", "ISO, YMD"},
	{"IntervalStyle", "iso_8601"},
	{"extra_float_digits", "1"},
}

// connections bounds the sessions of the role, and with them the memory of
// statements that want too much. It is said once, so that an operator may change it.
const connections = 40
