package content

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Address is what the published entries of a Schema are looked up by from outside:
// the value of one of Schema.Addresses and, of a localized Schema, the locale.
type Address struct{ Schema, Locale, Slug string }

const (
	// MaxFormerAddresses is how many addresses that an entry has left are remembered.
	MaxFormerAddresses = 100

	// MaxSlug is the longest part of an address that is looked up or remembered, in
	// bytes.
	MaxSlug = 2 << 10
)

// FormerAddress finds the entry that last left an address: it was published, and its
// slug or locale changed or it was unpublished, archived or deleted. An entry may have
// the address by now, also the same one; whoever asks has looked for that first. Locale
// is as in PublishedBy.
func (s *Service) FormerAddress(ctx context.Context, schema *plan.Schema, slug, locale string) (entryID string, ok bool, err error) {
	if !isSlug(slug) || !isLocale(locale) {
		return "", false, nil
	}
	entryID, err = s.store.FormerAddress(ctx, addressOf(schema, slug, locale))
	if err != nil {
		return "", false, diag.Attempted(err, "look up a former address of %s", schema.Name())
	}
	return entryID, entryID != "", nil
}

func addressOf(schema *plan.Schema, slug, locale string) Address {
	if !schema.Localized() {
		locale = ""
	}
	return Address{schema.Name(), locale, slug}
}

// isSlug reports whether an entry may be looked up by the text.
func isSlug(text string) bool { return text != "" && isLocale(text) }

// isLocale reports whether a locale, "" for any, may be compared with.
func isLocale(text string) bool { return len(text) <= MaxSlug && jsonvalue.ValidString(text) }

// left are the addresses that an entry leaves, which is published before the change
// (decision 140).
func (c *change) left(after *Entry) (left []Address) {
	if c.before == nil || c.before.Status != Published {
		return nil
	}
	for _, column := range c.schema.Addresses() {
		was := slugOf(c.before, column)
		stays := c.move != remove && after.Status == Published && slugOf(after, column) == was && after.Locale() == c.before.Locale()
		if !stays && isSlug(was) {
			left = append(left, addressOf(c.schema, was, c.before.Locale()))
		}
	}
	return left
}

// takenAddress refuses to publish an entry at the address of something else.
func takenAddress(column *plan.Column) error {
	d := diag.At(diag.Conflict, "data#/"+column.Name(), "Another page of the site is at this address.")
	d.Suggestion = "Choose another value for " + column.Name() + "."
	return d
}

// slugOf is an entry's value in a column as text; "" for none.
func slugOf(e *Entry, column *plan.Column) string {
	switch value := e.column(column).(type) {
	case nil:
		return ""
	case string:
		return value
	default:
		return fmt.Sprint(value)
	}
}
