package content

import (
	"context"
	"crypto/sha256"
	"sync"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

const (
	// MaxArrivals is how many entries Import looks up at once.
	MaxArrivals = 256

	// importWriters is how many of them are on their way to the store together, which
	// commits what waits in groups.
	importWriters = 256
)

// Imported is what became of an arrival: an Outcome, or the error that refused it.
type Imported struct {
	Outcome Outcome
	Err     error
}

// Import brings entries in, MaxArrivals at most, and says of each what became of it.
// Those that could be in each other's way, by an id or a unique index, are written in
// their order; the others together. Import is repeatable: what is there already and
// says the same is left.
func (s *Service) Import(ctx context.Context, arrivals []*Arrival, o ImportOptions) []Imported {
	ctx = throughImport(ctx)
	done := make([]Imported, len(arrivals))
	stored, err := s.stored(ctx, arrivals)
	if err != nil {
		for i := range done {
			done[i].Err = err
		}
		return done
	}
	alone, inOrder := s.independent(arrivals)
	if o.Rehearsal != nil {
		alone, inOrder = nil, nil
		for i := range arrivals {
			inOrder = append(inOrder, i)
		}
	}
	s.importTogether(ctx, arrivals, stored, o, alone, done)
	for _, i := range inOrder {
		before, err := stored[keyOf(arrivals[i])], error(nil)
		if o.Rehearsal == nil {
			before, err = s.present(ctx, arrivals[i])
		}
		if err == nil {
			done[i].Outcome, err = s.importAgain(ctx, arrivals[i], before, o)
		}
		done[i].Err = err
	}
	return done
}

func (s *Service) importTogether(ctx context.Context, arrivals []*Arrival, stored map[entryKey]*Entry, o ImportOptions, which []int, done []Imported) {
	var group sync.WaitGroup
	next := make(chan int)
	for range min(importWriters, len(which)) {
		group.Go(func() {
			for i := range next {
				done[i].Outcome, done[i].Err = s.importAgain(ctx, arrivals[i], stored[keyOf(arrivals[i])], o)
			}
		})
	}
	for _, i := range which {
		next <- i
	}
	close(next)
	group.Wait()
}

// importAgain is importEntry, and once more where somebody else wrote the entry since
// before was read: another import of the same file, above all.
func (s *Service) importAgain(ctx context.Context, a *Arrival, before *Entry, o ImportOptions) (Outcome, error) {
	outcome, err := s.importEntry(ctx, a, before, o)
	if d := diag.As(err); d == nil || d.Code != diag.Conflict || d.Path != "data#/id" && d.Path != "data#/version" {
		return outcome, err
	}
	before, err = s.present(ctx, a)
	if err != nil {
		return Refused, err
	}
	return s.importEntry(ctx, a, before, o)
}

type entryKey struct{ collection, id string }

func keyOf(a *Arrival) entryKey { return entryKey{a.Collection, a.ID} }

// present reads the row that an arrival meets now; nil for none.
func (s *Service) present(ctx context.Context, a *Arrival) (*Entry, error) {
	schema := s.plan.Schema(a.Collection)
	if schema == nil || !storable(a.ID) {
		return nil, nil
	}
	e, err := s.entry(ctx, schema, a.ID)
	if diag.HasCode(err, diag.NotFound) {
		return nil, nil
	}
	return e, err
}

// stored reads the rows that have the ids of arrivals, one statement a collection.
func (s *Service) stored(ctx context.Context, arrivals []*Arrival) (map[entryKey]*Entry, error) {
	found := make(map[entryKey]*Entry)
	ids := make(map[*plan.Schema][]any)
	for _, a := range arrivals {
		if schema := s.plan.Schema(a.Collection); schema != nil && a.ID != "" && storable(a.ID) {
			ids[schema] = append(ids[schema], a.ID)
		}
	}
	for schema, wanted := range ids {
		q := EntrySearch{Schema: schema, Order: orderOf(schema, nil, false), Limit: len(wanted), Only: true, Often: true, Bytes: pageBytes}
		for len(wanted) < MaxArrivals { // so that one statement serves all batches
			wanted = append(wanted, wanted[0])
		}
		q.Criteria.Equal = []plan.Equality{{Field: "id", Values: wanted}}
		for {
			page, err := s.store.Find(ctx, q)
			if err != nil {
				return nil, diag.Attempted(err, "look up entries of %s", schema.Name())
			}
			for _, e := range page.Entries {
				found[entryKey{schema.Name(), e.ID}] = e
			}
			if q.After = page.Last; q.After == nil || len(page.Entries) == q.Limit {
				break
			}
		}
	}
	return found, nil
}

// independent splits arrivals into those that share no id and no tuple of a unique
// index with another one, and the rest, which go in their order.
func (s *Service) independent(arrivals []*Arrival) (alone, inOrder []int) {
	holders := make(map[digest]int)
	shares := make([]bool, len(arrivals))
	for i, a := range arrivals {
		for _, key := range s.claims(a) {
			if first, held := holders[key]; held && first != i {
				shares[first], shares[i] = true, true
			} else {
				holders[key] = i
			}
		}
	}
	for i := range arrivals {
		if shares[i] {
			inOrder = append(inOrder, i)
		} else {
			alone = append(alone, i)
		}
	}
	return alone, inOrder
}

// digest stands for an id or a tuple of a unique index.
type digest [16]byte

func digestOf(parts ...any) (d digest) {
	sum := sha256.Sum256(jsonvalue.Append(nil, parts))
	copy(d[:], sum[:])
	return d
}

// claims are what an arrival would have for itself: its id and its tuples.
func (s *Service) claims(a *Arrival) []digest {
	claims := []digest{digestOf(a.Collection, a.ID)}
	schema := s.plan.Schema(a.Collection)
	if schema == nil {
		return claims
	}
	return append(claims, tuples(schema, a.Data)...)
}

// tuples are the tuples of unique indexes that data has.
func tuples(schema *plan.Schema, data map[string]any) (all []digest) {
	for i, index := range schema.Indexes() {
		if values, whole := UniqueTuple(index.Columns(), data); index.Unique() && whole {
			all = append(all, digestOf(schema.Name(), int64(i), values))
		}
	}
	return all
}
