package content

import (
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
)

// MaxMediaUses is how many media assets one entry may use: each is a row that is
// written with the entry, while other writes wait.
const MaxMediaUses = 1000

// MediaUse is an entry that uses a media asset: its data names it
// (jsonschema.CompileMedia), whatever the entry's status.
type MediaUse struct{ Collection, EntryID string }

// MediaChange are the assets that an entry begins to use, and those that it
// ceases to use.
type MediaChange struct{ Added, Removed []string }

// findMedia finds the assets that an entry's new data names.
func (c *change) findMedia(after *Entry) error {
	if !c.move.writesData() {
		return nil
	}
	c.media = c.schema.Media().Assets(after.Data)
	if n := len(c.media); n > MaxMediaUses {
		return tooManyAssets(n)
	}
	return nil
}

func tooManyAssets(n int) error {
	d := diag.At(diag.InputValidationFailed, "data#", "The entry names "+strconv.Itoa(n)+" media assets.")
	d.Expected = "at most " + strconv.Itoa(MaxMediaUses)
	return d
}

// mediaChange is what differs from the stored row, which is the one that the Store
// is pinned to; nil when the entry uses what it used before.
func (c *change) mediaChange() *MediaChange {
	if c.schema.Media() == nil || !c.move.writesData() || c.kept {
		return nil
	}
	var before []string
	if c.before != nil {
		before = c.schema.Media().Assets(c.before.Data)
	}
	added, removed := without(c.media, before), without(before, c.media)
	if len(added) == 0 && len(removed) == 0 {
		return nil
	}
	return &MediaChange{added, removed}
}

// without are the strings of a sorted list that another one lacks.
func without(list, other []string) (rest []string) {
	for _, each := range list {
		if _, found := slices.BinarySearch(other, each); !found {
			rest = append(rest, each)
		}
	}
	return rest
}
