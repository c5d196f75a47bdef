package sqlgen

import "strings"

// Platform is a statement over the platform's tables in this dialect. It is
// written in what the dialects have in common; what they do not have in common
// is a word in braces:
//
//	?1             the first argument
//	{like}         matches a plain pattern of Pattern, with ESCAPE '\'
//	{matches}      matches any other pattern of Pattern
//	{aside}        before a column by which nothing shall be looked up
//	{as json}      after an argument: a JSON text that -> and ->> look into
//	{texts of ?1}  the texts of a JSON list, after IN
//	{keys of ?1}   the integers of one
//	{last key}     the key of the row that this connection inserted last
//	{skip locked}  at the end of a SELECT: what another transaction changes is left out
//	{for share}    at the end of a SELECT: what it finds changes only when this transaction is over
//	{for update}   the same, and another transaction that asks for it waits until then
func (d *Dialect) Platform(text string) string {
	return strings.NewReplacer(
		"{texts of ?1}", d.textsOf, "{keys of ?1}", d.keysOf,
		"?", d.placeholder,
		" {like} ", d.like, " {matches} ", d.matches,
		"{aside}", d.aside, "{as json}", d.asJSON, "{last key}", d.lastKey, "{skip locked}", d.skipLocked, "{for share}", d.forShare, "{for update}", d.forUpdate,
	).Replace(text)
}
