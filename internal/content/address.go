package content

import (
	"context"
	"errors"
	"fmt"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Address is what the published entries of a Schema are looked up by from outside: the
// value, as text, of one of Schema.Addresses and, of a localized Schema, the locale.
type Address struct{ Schema, Property, Value, Locale string }

const (
	// MaxFormerAddresses is how many addresses that an entry has left are remembered.
	MaxFormerAddresses = 100

	// MaxSlug is the longest part of an address that is looked up or remembered, in
	// bytes.
	MaxSlug = 2 << 10
)

// FormerAddress finds the entry that last left the address with a value of one of
// Schema.Addresses: it was published, and its value or locale changed or it was
// unpublished, archived or deleted. An entry may have the address by now, also the same
// one; whoever asks has looked for that first. Locale is as in PublishedBy.
func (s *Service) FormerAddress(ctx context.Context, schema *plan.Schema, column *plan.Column, value any, locale string) (entryID string, ok bool, err error) {
	a := addressOf(schema, column, value, locale)
	if !isSlug(a.Value) || !isLocale(a.Locale) {
		return "", false, nil
	}
	entryID, err = s.store.FormerAddress(ctx, a)
	if err != nil {
		return "", false, diag.Attempted(err, "look up a former address of %s", schema.Name())
	}
	return entryID, entryID != "", nil
}

// FormerAddresses are the next addresses of a column that entries have left, behind the
// value and the locale of after: so many, or fewer at the end. Begin with the zero Address.
func (s *Service) FormerAddresses(ctx context.Context, schema *plan.Schema, column *plan.Column, after Address, limit int) ([]Address, error) {
	after.Schema, after.Property = schema.Name(), column.Name()
	all, err := s.store.FormerAddresses(ctx, after, limit)
	if err != nil {
		return nil, diag.Attempted(err, "list the former addresses of %s", schema.Name())
	}
	return all, nil
}

// addressOf has no Value where there is none that says where something is.
func addressOf(schema *plan.Schema, column *plan.Column, value any, locale string) Address {
	a := Address{Schema: schema.Name(), Property: column.Name()}
	if schema.Localized() {
		a.Locale = locale
	}
	switch text, isText := value.(string); {
	case isText:
		a.Value = text
	case value != nil && !compound(value):
		a.Value = fmt.Sprint(value)
	}
	return a
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
		was := c.address(c.before, column)
		if stays := c.move != remove && after.Status == Published && c.address(after, column) == was; !stays && isSlug(was.Value) {
			left = append(left, was)
		}
	}
	return left
}

func (c *change) address(e *Entry, column *plan.Column) Address {
	return addressOf(c.schema, column, e.column(column), e.Locale())
}

// ErrAddressTaken is behind the CONFLICT of an entry that would be published at the
// address of something else, such as another collection's list. Unlike that of a unique
// index it says nothing of another entry.
var ErrAddressTaken = errors.New("a route of the site or another collection has it")

// takenAddress refuses to publish an entry at the address of something else.
func takenAddress(column *plan.Column) error {
	d := diag.At(diag.Conflict, "data#"+jsonvalue.Pointer(column.Name()), "Another page of the site is at this address.")
	d.Suggestion = "Choose another value for " + column.Name() + "."
	return d.WithCause(ErrAddressTaken)
}
