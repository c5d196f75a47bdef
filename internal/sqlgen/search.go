package sqlgen

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Search is the search table of a collection: the grams of every entry up to
// one, which says in which entries a term may be. Those behind that entry, and
// those that were written since, are in the search table as they were or not at
// all: they are candidates of every search.
//
// All of it is SQLite's. PostgreSQL has indexes of trigrams, which it keeps and
// finds by itself.
type Search struct {
	schema *plan.Schema
	fields []string
}

// The platform's tables about all search tables.
const (
	// searchTables has for each collection what its search table was made of, and
	// up to which row.
	searchTables = "_quartet_search"
	// unsearched has the rows up to there that were written since.
	unsearched = "_quartet_unsearched"
)

// SearchOf is the search table of a Schema: of the fields in which staff look.
func SearchOf(s *plan.Schema) *Search {
	return &Search{schema: s, fields: s.SearchedFields()}
}

// Schema is the name of the collection.
func (s *Search) Schema() string { return s.schema.Name() }

// Covers reports whether a term in any of these fields is found.
func (s *Search) Covers(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return !slices.Contains(s.fields, field) })
}

// Definition is another when the texts that are searched, or their grams, are
// others.
func (s *Search) Definition() string {
	text := gramsVersion + unicode.Version + s.texts(SQLite)
	for _, field := range s.fields {
		text += "," + strconv.Itoa(int(s.schema.Column(field).Kind()))
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// texts are the expressions that a search looks in, as it writes them.
func (s *Search) texts(d *Dialect) string {
	texts := make([]string, len(s.fields))
	for i, field := range s.fields {
		c := s.schema.Column(field)
		texts[i] = d.textOfColumn(c, d.operand(c))
	}
	return strings.Join(texts, ", ")
}

func (s *Search) table() string { return quote(s.schema.Name()) }
func (s *Search) grams() string { return quote(searchTable(s.schema.Name())) }
func (s *Search) name() string  { return searchName(s.schema.Name()) }
func (s *Search) known() string { return "collection = " + s.name() }

// definition is Definition as a literal.
func (s *Search) definition() string { return "'" + s.Definition() + "'" }

// SearchSuffix ends the name of a search table, and comes before the end of
// those of the tables that SQLite keeps it in. No Schema's name holds a colon.
const SearchSuffix = ":search"

func searchTable(schema string) string { return schema + SearchSuffix }

// OfSearch reports whether a table belongs to a search table.
func OfSearch(table string) bool { return strings.Contains(table, SearchSuffix) }

// searchName is what the platform's tables call a collection, as a literal.
// Names of Schemas hold no quotes, and are the same in any case.
func searchName(schema string) string { return "'" + strings.ToLower(schema) + "'" }

// Create makes the search table. It keeps no text, and forgets the grams of an
// entry without having seen them again.
func (s *Search) Create() string {
	return "CREATE VIRTUAL TABLE " + s.grams() +
		" USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii')"
}

// DropSearch is what removes the search table of a collection and what is known
// of it.
func DropSearch(schema string) []string {
	return []string{
		"DROP TABLE IF EXISTS " + quote(searchTable(schema)),
		"DELETE FROM " + searchTables + " WHERE collection = " + searchName(schema),
		"DELETE FROM " + unsearched + " WHERE collection = " + searchName(schema),
	}
}

// Begin says that the table holds nothing yet.
func (s *Search) Begin() string {
	return "INSERT INTO " + searchTables + " (collection, definition, reach) VALUES (" +
		s.name() + ", " + s.definition() + ", 0)"
}

// State gives the last row of the collection, the last one that is searched, and
// whether the table is of these texts and rows: not 1 without a table. Who moves
// a database as text may have numbered its rows anew.
func (s *Search) State() string {
	return "SELECT coalesce((SELECT max(rowid) FROM " + s.table() + "), 0), reach, definition = " + s.definition() +
		" AND (reach = 0 OR EXISTS (SELECT 1 FROM " + s.table() + " WHERE rowid = reach AND id = entry)" +
		" OR EXISTS (SELECT 1 FROM " + unsearched + " WHERE " + s.known() + " AND row = reach))" +
		" FROM (SELECT 1) LEFT JOIN " + searchTables + " ON " + s.known()
}

// Unsearched gives the next rows that are to be searched again: row. Argument:
// how many.
func (s *Search) Unsearched() string {
	return "SELECT row FROM " + unsearched + " WHERE " + s.known() + " ORDER BY row LIMIT ?1"
}

// Searched takes a row from those. Argument: row.
func (s *Search) Searched() string {
	return "DELETE FROM " + unsearched + " WHERE " + s.known() + " AND row = ?1"
}

// Row gives the row and texts of one entry. Argument: row.
func (s *Search) Row() string { return s.rows("rowid = ?1") }

// Behind gives those of the next entries behind what is searched. Argument: how
// many.
func (s *Search) Behind() string { return s.rows("rowid > "+s.reach()) + " ORDER BY rowid LIMIT ?1" }

func (s *Search) rows(where string) string {
	return "SELECT rowid, " + s.texts(SQLite) + " FROM " + s.table() + " WHERE " + where
}

// Put has the grams of a row be those given. Arguments: row, grams.
func (s *Search) Put() string {
	return "INSERT OR REPLACE INTO " + s.grams() + " (rowid, grams) VALUES (?1, ?2)"
}

// Forget takes the grams of a row out. Argument: row.
func (s *Search) Forget() string { return "DELETE FROM " + s.grams() + " WHERE rowid = ?1" }

// Reach says that every entry up to a row is searched. Argument: row, which may
// have been deleted since.
func (s *Search) Reach() string {
	last := "(SELECT %s FROM " + s.table() + " WHERE rowid <= ?1 ORDER BY rowid DESC LIMIT 1)"
	return "UPDATE " + searchTables + " SET reach = coalesce(" + of(last, "rowid") + ", 0), entry = " + of(last, "id") + " WHERE " + s.known()
}

// MarkInsert is run before an entry is inserted, which gets the row behind the
// last one. It does nothing unless that is among what is searched.
func (s *Search) MarkInsert() string {
	top := "coalesce((SELECT max(rowid) FROM " + s.table() + "), 0)"
	return s.mark(top+" + 1", top+" < reach")
}

// MarkChange is run before an entry is changed or deleted. Argument: id.
func (s *Search) MarkChange() string {
	row := "(SELECT rowid FROM " + s.table() + " WHERE id = ?1)"
	return s.mark(row, row+" <= reach")
}

func (s *Search) mark(row, condition string) string {
	return "INSERT OR IGNORE INTO " + unsearched + " (collection, row) SELECT collection, " + row +
		" FROM " + searchTables + " WHERE " + s.known() + " AND " + condition
}

// reach is the last row that is searched, 0 when the table is one of other
// texts.
func (s *Search) reach() string {
	return "coalesce((SELECT reach FROM " + searchTables + " WHERE " + s.known() + " AND definition = " + s.definition() + "), 0)"
}

// found writes the list's statement so that it reads what the search table has
// for the terms and what it does not know, and sorts what of it belongs to the
// list. Indexes would lead SQLite to walk the list instead.
func (l EntryList) found(b *builder, s *Search, after *condition) {
	b.write("SELECT ", l.columns(b.dialect), " FROM ", s.table(), " NOT INDEXED WHERE rowid IN (SELECT rowid")
	l.candidates(b, s)
	b.condition(l.chosen(b.dialect, l.Status, after))
	b.orderBy(l.Order, l.operand(b.dialect))
	b.write(" LIMIT ", b.arg(Arg{Kind: ArgLimit}), ")")
}

// candidates writes which rows may be in the list, up to what else they must be. Where
// an entry is found by what translates it, too, its terms may be held in several
// places: then the longest of them says which rows may be.
func (l EntryList) candidates(b *builder, s *Search) {
	terms := l.Criteria.Terms
	if len(l.Criteria.Through) > 0 {
		terms = []string{longest(terms)}
	}
	b.write(" FROM ", s.table(), " NOT INDEXED WHERE rowid IN (")
	b.leaf(&condition{parts: s.candidates(terms)})
	for _, each := range l.Criteria.Through {
		b.write(" UNION ALL SELECT rowid FROM ", s.table(), " WHERE ")
		b.leaf(translations{l, b.dialect}.held(each, terms[0]))
	}
	b.write(") AND ")
}

// candidates are the statements of the rows that may hold all of the terms.
func (s *Search) candidates(terms []string) []part {
	return []part{
		{text: "SELECT rowid FROM " + s.grams() + " WHERE " + s.grams() + " MATCH "},
		{arg: &Arg{Kind: ArgLiteral, Value: SoughtGrams(terms...)}},
		{text: " UNION ALL SELECT row FROM " + unsearched + " WHERE " + s.known() +
			" UNION ALL SELECT rowid FROM " + s.table() + " WHERE rowid > " + s.reach()},
	}
}

func longest(terms []string) string {
	return slices.MaxFunc(terms, func(a, b string) int { return cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) })
}
