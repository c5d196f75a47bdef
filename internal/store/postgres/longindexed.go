package postgres

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// longestIndexed is what an index of PostgreSQL surely takes of a row, in bytes.
const longestIndexed = 2000

// tooLong names the values that an index does not take. PostgreSQL names the index of a
// row that is past a third of a page, and not that of a row past a whole one: it is then
// the one with most in it.
func (w *entryWrite) tooLong(refused *pgconn.PgError) error {
	var widest *plan.Index
	most := longestIndexed
	for _, index := range w.Schema.StoredIndexes() {
		if refused.ConstraintName == sqlgen.IndexName(w.Schema, index) {
			return w.longIn(index, refused)
		}
		if n := w.bytesIn(index.Columns()...); n > most {
			widest, most = index, n
		}
	}
	if widest == nil {
		return refused
	}
	return w.longIn(widest, refused)
}

// longIn is the diagnostic at the longest value of an index.
func (w *entryWrite) longIn(index *plan.Index, cause error) error {
	columns := index.Columns()
	longest, names := columns[0], make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name()
		if w.bytesIn(c) > w.bytesIn(longest) {
			longest = c
		}
	}
	all := strings.Join(names, ", ")
	message, most := "The text is longer than an index of PostgreSQL takes.", fmt.Sprintf("it to %d bytes", longestIndexed)
	if w.bytesIn(columns...) > w.bytesIn(longest) {
		message = "The values of " + all + " are together longer than an index of PostgreSQL takes."
		most = fmt.Sprintf("them to %d bytes together", longestIndexed)
	}
	d := diag.At(diag.InputValidationFailed, "data#/"+longest.Name(), message)
	d.Suggestion = "Shorten " + most + ", or declare no index over " + all + "."
	return d.WithCause(cause)
}

// bytesIn is how long the texts of columns are. Nothing else in an index is long: only
// scalars are indexed.
func (w *entryWrite) bytesIn(columns ...*plan.Column) (n int) {
	for _, c := range columns {
		text, _ := w.write.Entry.Data[c.Name()].(string)
		n += len(text)
	}
	return n
}
