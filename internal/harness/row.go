package harness

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonschema/sample"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// rowMaker makes the entries of one Schema.
type rowMaker struct {
	*crowd
	table  *table
	demand *demand
	values *sample.Values
	pools  map[string][]any // values that rows share, the frequent ones first
	common map[string][]any // values to take where a rare one came up
	parent []any            // what a translation is joined by
	taken  map[*plan.Index]map[string]bool
	full   string // which index left no room
}

// poolSamples is how many values are made to find those that rows share.
const poolSamples = 400

func (c *crowd) rowMaker(t *table) (*rowMaker, error) {
	m := &rowMaker{crowd: c, table: t, demand: c.demands[t.schema], pools: map[string][]any{}, common: map[string][]any{}, taken: map[*plan.Index]map[string]bool{}}
	var err error
	if m.values, err = sample.New(t.schema.Document(), c.refer); err != nil {
		return nil, err
	}
	for _, index := range t.schema.Indexes() {
		if index.Unique() {
			m.taken[index] = map[string]bool{}
		}
	}
	if err := m.findParents(); err != nil {
		return nil, err
	}
	return m, m.fillPools()
}

func (m *rowMaker) findParents() error {
	translation := m.table.schema.Translation()
	if translation == nil {
		return nil
	}
	parents := m.tables[translation.Parent]
	if parents == nil || len(parents.rows) == 0 {
		return fmt.Errorf("its parent %s has no entries", translation.Parent.Name())
	}
	for _, row := range parents.rows {
		m.parent = append(m.parent, parents.value(row, translation.Parent.Property(translation.On)))
	}
	return nil
}

// fillPools collects values of the columns that Views compare for equality.
func (m *rowMaker) fillPools() error {
	apart := m.apart()
	wanted := map[string]*plan.Column{}
	for _, c := range m.table.schema.Properties() {
		if m.demand.asked[c] && !apart[c] || m.demand.rare[c] != nil {
			wanted[c.Name()] = c
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	size := min(max(m.rows/50, 20), poolSamples)
	for range poolSamples {
		data, err := m.sampled()
		if err != nil {
			return err
		}
		for name, c := range wanted {
			m.pool(c, data[name], size)
		}
	}
	for name, c := range wanted {
		if !m.demand.asked[c] || apart[c] || m.refers(c) {
			delete(m.pools, name) // what others are taken instead of is in common
		}
	}
	return nil
}

func (m *rowMaker) pool(c *plan.Column, value any, size int) {
	isRare := slices.ContainsFunc(m.demand.rare[c], func(rare any) bool { return jsonvalue.Equal(rare, value) })
	pool := m.pools[c.Name()]
	if isRare || value == nil || len(pool) >= size || slices.ContainsFunc(pool, func(v any) bool { return jsonvalue.Equal(v, value) }) {
		return
	}
	m.pools[c.Name()] = append(pool, value)
	if m.demand.rare[c] != nil {
		m.common[c.Name()] = m.pools[c.Name()]
	}
}

// apart are columns whose values tell rows apart: of each unique index the first
// that is not a choice of few or a reference.
func (m *rowMaker) apart() map[*plan.Column]bool {
	apart := map[*plan.Column]bool{}
	for index := range m.taken {
		for _, c := range index.Columns() {
			if !m.refers(c) && !m.isChoice(c) {
				apart[c] = true
				break
			}
		}
	}
	return apart
}

func (m *rowMaker) refers(c *plan.Column) bool {
	collection, _ := jsonschema.Effective(m.table.schema.Document(), m.table.schema.PropertyDocument(c.Name()))["x-service-ref"].(string)
	return m.plan.Schema(collection) != nil || m.isJoin(c)
}

func (m *rowMaker) isJoin(c *plan.Column) bool {
	translation := m.table.schema.Translation()
	return translation != nil && translation.On == c.Name()
}

func (m *rowMaker) isChoice(c *plan.Column) bool {
	doc := jsonschema.Effective(m.table.schema.Document(), m.table.schema.PropertyDocument(c.Name()))
	return doc["enum"] != nil || doc["const"] != nil || c.Kind() == plan.BooleanColumn || c.Name() == localeProperty
}

const localeProperty = "locale"

func (m *rowMaker) sampled() (map[string]any, error) {
	value, err := m.values.Next(m.r)
	if err != nil {
		return nil, err
	}
	data, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the JSON Schema yields no objects")
	}
	return data, nil
}

// Bounds of the tries to find a row that unique indexes have room for.
const (
	evenTries = 20
	mostTries = 200
)

// entry makes the entry i, or errFull.
func (m *rowMaker) entry(i int) (*content.Entry, error) {
	defer func() { m.uniform = false }()
	for try := range mostTries {
		m.uniform = try >= evenTries
		data, err := m.data(i, try)
		if err != nil {
			return nil, err
		}
		if m.claims(data) {
			return m.entryOf(i, data), nil
		}
	}
	return nil, errFull
}

func (m *rowMaker) entryOf(i int, data map[string]any) *content.Entry {
	made := m.made(i)
	changed := made.Add(time.Duration(m.r.Int64N(int64(90 * 24 * time.Hour)))).UnixMilli()
	e := &content.Entry{
		ID: sample.ID(m.r, made), Status: content.Published, Version: 1 + m.r.Int64N(3),
		CreatedAt: made.UnixMilli(), UpdatedAt: changed, Data: data, AuthorID: m.user(),
	}
	if m.table.schema.Lifecycle() == plan.Publishing {
		e.Status = []content.Status{content.Published, content.Draft, content.Archived}[sample.Skewed(m.r, 3)]
	}
	return e
}

// claims takes the tuples of a row in every unique index, or none of them.
func (m *rowMaker) claims(data map[string]any) bool {
	claimed := map[*plan.Index]string{}
	for index, taken := range m.taken {
		tuple, whole := content.UniqueTuple(index.Columns(), data)
		if !whole {
			continue
		}
		key := string(jsonvalue.Append(nil, tuple))
		if taken[key] {
			m.full = "no more values were found for the unique index " + tupleText(index.Columns())
			return false
		}
		claimed[index] = key
	}
	for index, key := range claimed {
		m.taken[index][key] = true
	}
	return true
}

// In how many of a hundred rows a View finds what it looks for with literals, and
// all Views together at most (decision 185).
const (
	ofView  = 4
	ofViews = 40
)

// data makes the data of the entry i: a sample, over which is laid what other
// entries, the server and the Views have a say in.
func (m *rowMaker) data(i, try int) (map[string]any, error) {
	data, err := m.sampled()
	if err != nil {
		return nil, err
	}
	laid := m.overlay(data, i, try)
	whole := maps.Clone(data)
	apply(whole, laid)
	if m.table.schema.Validate(whole) == nil {
		return whole, nil
	}
	for _, name := range slices.Sorted(maps.Keys(laid)) {
		before, had := data[name]
		apply(data, map[string]any{name: laid[name]})
		if m.table.schema.Validate(data) != nil {
			delete(data, name)
			if had {
				data[name] = before
			}
		}
	}
	return data, nil
}

// apply sets members; nil removes one.
func apply(data, members map[string]any) {
	for name, value := range members {
		if value == nil {
			delete(data, name)
		} else {
			data[name] = value
		}
	}
}

func (m *rowMaker) overlay(data map[string]any, i, try int) map[string]any {
	laid := map[string]any{}
	for name, pool := range m.pools {
		if len(pool) > 0 && data[name] != nil {
			laid[name] = nil
		}
	}
	for _, name := range slices.Sorted(maps.Keys(laid)) {
		laid[name] = m.pools[name][m.pick(len(m.pools[name]))]
	}
	m.avoidRare(laid, data)
	m.link(laid)
	m.stamp(laid, i)
	m.join(laid, i, try)
	if len(m.demand.wants) > 0 && m.r.IntN(100) < min(ofView*len(m.demand.wants), ofViews) {
		for c, value := range m.demand.wants[m.r.IntN(len(m.demand.wants))](m.r) {
			if !c.Reserved() {
				laid[c.Name()] = value
			}
		}
	}
	return laid
}

// avoidRare keeps what Views look for with a literal from being common: an index
// that such a View lacks shall be missed.
func (m *rowMaker) avoidRare(laid, data map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(m.common)) {
		_, pooled := laid[name]
		c := m.table.schema.Property(name)
		rare := slices.ContainsFunc(m.demand.rare[c], func(v any) bool { return jsonvalue.Equal(v, data[name]) })
		if !pooled && rare {
			laid[name] = m.common[name][m.pick(len(m.common[name]))]
		}
	}
}

// link takes what the other end of a join holds, where that was filled before.
func (m *rowMaker) link(laid map[string]any) {
	for _, c := range m.table.schema.Properties() {
		other, ok := m.demand.links[c]
		if t := m.tables[other.schema]; ok && t != nil && len(t.rows) > 0 {
			if value := t.value(t.rows[m.pick(len(t.rows))], other.column); value != nil {
				laid[c.Name()] = value
			}
		}
	}
}

// stamp sets what the server stamps, and who Views take for the caller.
func (m *rowMaker) stamp(laid map[string]any, i int) {
	for _, b := range m.table.schema.Binds() {
		if len(b.Path) != 1 {
			continue
		}
		switch at := m.made(m.r.IntN(i + 1)); {
		case b.Value != plan.BindNow:
			laid[b.Path[0]] = m.user()
		case b.Integer:
			laid[b.Path[0]] = at.UnixMilli() + m.r.Int64N(1000)
		default:
			laid[b.Path[0]] = at.Format(time.RFC3339)
		}
	}
	for _, c := range m.table.schema.Properties() {
		if m.demand.users[c] {
			laid[c.Name()] = m.user()
		}
	}
}

// locales are those of a scratch site. A Schema may allow others.
var locales = []string{"en", "de", "fr"}

// join gives a translation its parent, and localized entries their locale.
func (m *rowMaker) join(laid map[string]any, i, try int) {
	s := m.table.schema
	choices := m.locales()
	if c := s.Property(localeProperty); c != nil && s.Localized() {
		laid[localeProperty] = choices[(i+try)%len(choices)]
	}
	if m.parent != nil {
		laid[s.Translation().On] = m.parent[(i/len(choices)+try/len(choices))%len(m.parent)]
	}
}

func (m *rowMaker) locales() (choices []string) {
	doc := jsonschema.Effective(m.table.schema.Document(), m.table.schema.PropertyDocument(localeProperty))
	declared, _ := doc["enum"].([]any)
	for _, each := range declared {
		if locale, ok := each.(string); ok {
			choices = append(choices, locale)
		}
	}
	if len(choices) == 0 {
		return locales
	}
	return choices
}

// tupleText is how a manifest writes the columns of an index.
func tupleText(columns []*plan.Column) string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name())
	}
	return "[" + strings.Join(names, ", ") + "]"
}
