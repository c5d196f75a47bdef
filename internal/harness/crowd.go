package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonschema/sample"
	"github.com/quartet-dev/quartet/internal/plan"
)

// crowd is the scratch database's content, and what is remembered of it.
type crowd struct {
	plan    *plan.Plan
	store   content.Store
	rows    int
	r       *rand.Rand
	users   []string
	demands map[*plan.Schema]*demand
	tables  map[*plan.Schema]*table
	uniform bool // values are taken evenly, because the frequent ones are used up
}

// table is what is remembered of a Schema's entries: of each the short scalars
// in some columns.
type table struct {
	schema *plan.Schema
	places map[*plan.Column]int // in a row
	rows   [][]any
	reason string // why there are fewer rows than asked for
	err    error  // why there are none
}

func newTable(s *plan.Schema, d *demand) *table {
	t := &table{schema: s, places: map[*plan.Column]int{}}
	for _, c := range s.Columns() {
		if d.named[c] {
			t.places[c] = len(t.places)
		}
	}
	return t
}

// value is what a row holds in a column; nil where that is not remembered.
func (t *table) value(row []any, c *plan.Column) any {
	if place, ok := t.places[c]; ok {
		return row[place]
	}
	return nil
}

// writers is how many entries wait for a commit at the same time.
const writers = 64

// howManyUsers there are, some of whom have written far more than others.
const howManyUsers = 200

func newCrowd(p *plan.Plan, store content.Store, o Options) *crowd {
	c := &crowd{
		plan: p, store: store, rows: o.Rows, r: rand.New(rand.NewPCG(o.Seed, 0x9e3779b97f4a7c15)), //nolint:gosec // rows, not secrets
		demands: demands(p), tables: map[*plan.Schema]*table{},
	}
	for range howManyUsers {
		c.users = append(c.users, sample.ID(c.r, sample.Epoch))
	}
	return c
}

// fill fills every Schema, those that are referred to first.
func (c *crowd) fill(ctx context.Context) error {
	for _, s := range referredFirst(c.plan) {
		t := newTable(s, c.demands[s])
		c.tables[s] = t
		if err := c.fillTable(ctx, t); err != nil {
			return fmt.Errorf("fill the Schema %s: %w", s.Name(), err)
		}
	}
	return nil
}

// referredFirst puts Schemas behind those that they refer to. Where they refer to
// each other, the one that sorts first comes first and refers to nothing.
func referredFirst(p *plan.Plan) (ordered []*plan.Schema) {
	seen := map[*plan.Schema]bool{}
	var visit func(s *plan.Schema)
	visit = func(s *plan.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		for _, r := range p.References() {
			if r.From == s {
				visit(r.To)
			}
		}
		ordered = append(ordered, s)
	}
	for _, s := range p.Schemas() {
		visit(s)
	}
	return ordered
}

// errFull ends a table whose unique indexes leave no room for another row.
var errFull = errors.New("no room")

func (c *crowd) fillTable(ctx context.Context, t *table) error {
	maker, err := c.rowMaker(t)
	if err != nil {
		t.err = err
		return ctx.Err()
	}
	group, writing := errgroup.WithContext(ctx)
	group.SetLimit(writers)
	for i := range c.rows {
		if writing.Err() != nil {
			break
		}
		entry, err := maker.entry(i)
		if errors.Is(err, errFull) {
			t.reason = maker.full
			break
		}
		if err != nil {
			t.err = err
			break
		}
		t.remember(entry)
		group.Go(func() error {
			return c.store.Write(writing, &content.Write{Op: content.Insert, Schema: t.schema, Entry: entry})
		})
	}
	return errors.Join(group.Wait(), ctx.Err())
}

// maxRemembered bounds the texts that are remembered, in bytes.
const maxRemembered = 200

func (t *table) remember(e *content.Entry) {
	row := make([]any, len(t.places))
	for c, place := range t.places {
		row[place] = remembered(held(e, c))
	}
	t.rows = append(t.rows, row)
}

// held is what an entry holds in a column.
func held(e *content.Entry, c *plan.Column) any {
	if !c.Reserved() {
		return e.Data[c.Name()]
	}
	switch c.Name() {
	case "id":
		return e.ID
	case "status":
		return string(e.Status)
	case "version":
		return e.Version
	case "createdAt":
		return e.CreatedAt
	case "updatedAt":
		return e.UpdatedAt
	}
	return e.AuthorID
}

func remembered(v any) any {
	switch v := v.(type) {
	case bool, int64, float64:
		return v
	case string:
		if len(v) <= maxRemembered {
			return v
		}
	}
	return nil
}

// pick takes one of n: mostly a frequent one.
func (c *crowd) pick(n int) int {
	if c.uniform {
		return c.r.IntN(n)
	}
	return sample.Skewed(c.r, n)
}

func (c *crowd) user() string { return c.users[c.pick(len(c.users))] }

// refer gives the value that a reference to a collection holds.
func (c *crowd) refer(_ *rand.Rand, collection, property string) (any, bool) {
	target := c.plan.Schema(collection)
	if target == nil {
		return nil, false
	}
	t := c.tables[target]
	if t == nil || len(t.rows) == 0 {
		return nil, false
	}
	value := t.value(t.rows[c.pick(len(t.rows))], target.RowField(property))
	return value, value != nil
}

// made is when the entry i of a collection was created: they lie evenly in two
// years.
func (c *crowd) made(i int) time.Time {
	const span = 2 * 365 * 24 * time.Hour
	return sample.Epoch.Add(time.Duration(float64(span) * float64(i) / float64(c.rows))).Truncate(time.Millisecond)
}
