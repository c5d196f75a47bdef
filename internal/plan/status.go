package plan

import "slices"

// Status is an entry's state.
type Status string

// The states of an entry.
const (
	Draft     Status = "draft"
	Published Status = "published"
	Archived  Status = "archived"
)

var statuses = []Status{Draft, Published, Archived}

// Statuses lists the states of an entry.
func Statuses() []Status { return slices.Clone(statuses) }

// StatusesOf lists the states that entries of a lifecycle can have.
func StatusesOf(l Lifecycle) []Status {
	switch l {
	case Operational:
		return []Status{Published}
	case Publishing:
	}
	return Statuses()
}
