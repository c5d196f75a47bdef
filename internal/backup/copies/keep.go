package copies

import (
	"slices"
	"time"
)

// Keep says which copies stay: the newest Last ones, and the newest of each of as
// many days, weeks and months that have one, all in UTC. Weeks begin on Monday.
type Keep struct {
	Last    int `json:"last"`
	Daily   int `json:"daily"`
	Weekly  int `json:"weekly"`
	Monthly int `json:"monthly"`
}

// Copy is a copy that is kept.
type Copy struct {
	Name string
	At   time.Time // the moment that its name tells
	Size int64     // bytes
}

// Superfluous are the copies that Keep does not keep. The newest always stays.
func (k Keep) Superfluous(all []Copy) (superfluous []Copy) {
	newest := slices.Clone(all)
	slices.SortFunc(newest, func(a, b Copy) int { return b.At.Compare(a.At) })
	stays := make(map[string]bool)
	for _, c := range newest[:min(max(k.Last, 1), len(newest))] {
		stays[c.Name] = true
	}
	for _, period := range []struct {
		count int
		of    func(time.Time) int
	}{{k.Daily, day}, {k.Weekly, week}, {k.Monthly, month}} {
		seen := make(map[int]bool)
		for _, c := range newest {
			at := period.of(c.At.UTC())
			if !seen[at] && len(seen) < period.count {
				seen[at], stays[c.Name] = true, true
			}
		}
	}
	for _, c := range newest {
		if !stays[c.Name] {
			superfluous = append(superfluous, c)
		}
	}
	return superfluous
}

func day(t time.Time) int { return t.Year()*1000 + t.YearDay() }

func week(t time.Time) int {
	year, week := t.ISOWeek()
	return year*100 + week
}

func month(t time.Time) int { return t.Year()*100 + int(t.Month()) }

// NewestAt is the newest copy that was taken at a time or before; false for none.
func NewestAt(all []Copy, at time.Time) (found Copy, ok bool) {
	for _, c := range all {
		if !c.At.After(at) && (!ok || c.At.After(found.At)) {
			found, ok = c, true
		}
	}
	return found, ok
}
