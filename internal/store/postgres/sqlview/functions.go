package sqlview

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// unlisted names those functions of a list that a sql View may not use. It may
// use what PostgreSQL itself brings and what has no effect, reads nothing but its
// arguments and can be interrupted: the immutable functions, but for a few, and
// those others that are named.
const unlisted = `
SELECT CASE WHEN p.oid IS NULL THEN 'a function' ELSE 'the function ' || p.proname END
FROM pg_catalog.unnest($1::oid[]) AS used(oid) LEFT JOIN pg_catalog.pg_proc AS p ON p.oid = used.oid
WHERE NOT coalesce(
	p.oid < $2 AND p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind IN ('f', 'a', 'w') AND NOT p.prosecdef
	AND (p.provolatile = 'i' AND p.proname !~ $3 OR p.proname = ANY ($4::text[]) OR p.proname ~ $5), false)
ORDER BY 1`

const (
	// Immutable by their mark alone: they look at tables, or cannot be interrupted.
	excepted = `^(pg_|xml|xpath|txid_|binary_upgrade_|querytree|satisfies_hash_partition|postgresql_fdw|icu_)`

	// Comparisons of times with and without a zone, whose names are all alike.
	comparisons = `^(date|timestamp|timestamptz)_(cmp|eq|ne|lt|le|gt|ge)_(date|timestamp|timestamptz)$`
)

// named depend on the moment, on the settings of the role or on chance, and have
// no effect.
var named = strings.Fields(`
	now transaction_timestamp statement_timestamp clock_timestamp age date_part date_trunc extract date_add date_subtract
	date time timetz timestamp timestamptz timezone make_timestamptz overlaps generate_series in_range
	interval_pl_timestamptz timestamptz_mi_interval timestamptz_pl_interval
	to_char to_date to_number to_timestamp
	concat concat_ws format textanycat anytextcat quote_literal quote_nullable array_to_string length
	convert convert_from convert_to pg_typeof pg_size_pretty pg_size_bytes
	to_json to_jsonb row_to_json array_to_json json_build_array json_build_object jsonb_build_array jsonb_build_object
	json_agg json_agg_strict jsonb_agg jsonb_agg_strict json_object_agg json_object_agg_strict json_object_agg_unique
	json_object_agg_unique_strict jsonb_object_agg jsonb_object_agg_strict jsonb_object_agg_unique
	jsonb_object_agg_unique_strict json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset
	json_populate_record json_populate_recordset jsonb_populate_record jsonb_populate_recordset
	jsonb_path_exists_tz jsonb_path_match_tz jsonb_path_query_tz jsonb_path_query_array_tz jsonb_path_query_first_tz
	to_tsvector json_to_tsvector jsonb_to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery
	ts_headline ts_match_tq ts_match_tt
	random random_normal gen_random_uuid uuidv4 uuidv7 array_shuffle array_sample`)

// refuse is what a statement uses and may not; "" for nothing.
func (u *uses) refuse(ctx context.Context, tx pgx.Tx, tables []uint32) (string, error) {
	for relation := range u.relations {
		if !slices.Contains(tables, relation) {
			return "the statement reads a table that is no Schema's", nil
		}
	}
	rows, err := tx.Query(ctx, unlisted, pgx.QueryExecModeExec, sorted(u.functions), firstObject, excepted, named, comparisons)
	if err != nil {
		return "", err
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(found) == 0 {
		return "", err
	}
	return "the statement uses " + found[0] + ", which a sql View may not", nil
}
