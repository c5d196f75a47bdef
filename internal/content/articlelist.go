package content

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// ArticleOrder is a Sort: by the last change of an entry, of one of its translations, or of a
// pending draft of these (decision 354). No property has such a name.
const ArticleOrder = "article.changedAt"

// changeTime is when something of an article changed. Of two at one time the one of the later
// source is later, and of one source that of the greater id.
type changeTime struct {
	at     int64 // milliseconds
	source int
	id     string // of what was written
}

func (c changeTime) compare(o changeTime) int {
	return cmp.Or(cmp.Compare(c.at, o.at), cmp.Compare(c.source, o.source), cmp.Compare(c.id, o.id))
}

// articlePart is a Schema whose entries are of articles: they hold in join what the article
// holds in own. Of the article itself both are the id.
type articlePart struct {
	schema    *plan.Schema
	own, join *plan.Column
}

func (p articlePart) joined() plan.Joined {
	return plan.Joined{Schema: p.schema, Own: p.own, Their: p.join}
}

// changeSource is what changes of one kind are read from, in their order.
type changeSource struct {
	articlePart
	drafts bool
}

// articleList reads the articles of a collection in the order of their last change, out of
// the orders of change that there are indexes of.
type articleList struct {
	*Service
	q       EntrySearch
	desc    bool
	sources []changeSource
}

// The bounds of an articleList: after how many rounds through the changes it is asked whether
// the list has few entries, how many are few, how many changes are looked at in one go and for
// one page, and how many articles are read at once.
const (
	patience        = 2
	sortedArticles  = 2000
	mostChanges     = 1000
	changesPerPage  = 4000
	articlesPerRead = 200
)

func (s *Service) articleList(q EntrySearch) *articleList {
	l := &articleList{Service: s, q: q, desc: q.Order[0].Desc}
	id := q.Schema.Column("id")
	for _, part := range append([]articlePart{{q.Schema, id, id}}, translators(s.plan, q.Schema)...) {
		l.sources = append(l.sources, changeSource{part, false})
		if part.schema.Lifecycle() == plan.Publishing {
			l.sources = append(l.sources, changeSource{part, true})
		}
	}
	return l
}

// translators are the Schemas that translate one. Those that join on a property of another
// type have nothing in common with its entries.
func translators(p *plan.Plan, s *plan.Schema) (parts []articlePart) {
	for _, r := range p.References() {
		if r.Translation && r.To == s && r.Field.Kind() == r.Property.Kind() {
			parts = append(parts, articlePart{r.From, r.Field, r.Property})
		}
	}
	return parts
}

// listArticles is a page in the order of ArticleOrder.
func (s *Service) listArticles(ctx context.Context, q EntrySearch, bound, cursor string) (EntryPage, error) {
	l := s.articleList(q)
	var after *changeTime
	if cursor != "" {
		keys, err := s.cursors.open(bound, cursor, 3)
		if err != nil {
			return EntryPage{}, err
		}
		if after = changeOf(keys); after == nil {
			return EntryPage{}, badCursor()
		}
	}
	chosen, upTo, err := l.choose(ctx, after)
	if err != nil {
		return EntryPage{}, err
	}
	return l.page(ctx, chosen, upTo, bound)
}

func changeOf(keys []any) *changeTime {
	at, isTime := keys[0].(int64)
	source, isNumber := keys[1].(int64)
	id, isText := keys[2].(string)
	if !isTime || !isNumber || !isText {
		return nil
	}
	return &changeTime{at, int(source), id}
}

// article is an entry with the last change of its article.
type article struct {
	changeTime
	entry *Entry
}

// order compares places of the list.
func (l *articleList) order(a, b changeTime) int {
	if l.desc {
		a, b = b, a
	}
	return a.compare(b)
}

func (l *articleList) attempted(err error) error {
	return diag.Attempted(err, "list articles of %s", l.q.Schema.Name())
}

// choose gives the next articles, and one more where there are others. It goes through the
// changes and takes each article at its last one. Where the list has few, or that finds few
// and they are not many, it sorts them. After changesPerPage it stops, whatever it found, at
// a place: of articles that were all made before their translations, it would go through
// every one to find the first.
func (l *articleList) choose(ctx context.Context, after *changeTime) (chosen []article, upTo *changeTime, err error) {
	narrowed := l.q.Status != absent || !l.q.Criteria.IsZero()
	changes, size := l.merge(after), 2*l.q.Limit
	seen, last := map[string]bool{}, map[string]changeTime{}
	if narrowed && after == nil {
		if err := changes.fill(ctx, 0, size); err != nil {
			return nil, nil, err
		}
		if changes.streams[0].ended {
			chosen, err = l.sorted(ctx, after)
			return chosen, nil, err
		}
	}
	looked := 0
	for round := 0; len(chosen) <= l.q.Limit; round++ {
		if round == patience && narrowed {
			few, err := l.areFew(ctx)
			if err != nil {
				return nil, nil, err
			}
			if few {
				chosen, err = l.sorted(ctx, after)
				return chosen, nil, err
			}
		}
		if looked == changesPerPage {
			return chosen, upTo, nil
		}
		next, err := changes.next(ctx, min(size, changesPerPage-looked))
		if err != nil || len(next) == 0 {
			return chosen, nil, err
		}
		found, err := l.articles(ctx, next, after == nil && l.desc, seen, last)
		if err != nil {
			return nil, nil, err
		}
		chosen, size = append(chosen, found...), min(2*size, mostChanges)
		looked, upTo = looked+len(next), &next[len(next)-1].changeTime
	}
	return chosen, nil, nil
}

// articles are those whose last change is among some. From the latest change on, it is the
// first that comes; or else last has those that are known by now, and is added to: an article
// with many changes comes many times.
func (l *articleList) articles(ctx context.Context, changes []joinedChange, fromLatest bool, seen map[string]bool, last map[string]changeTime) (all []article, err error) {
	of, entries, err := l.matching(ctx, changes)
	if err != nil {
		return nil, err
	}
	if !fromLatest {
		unknown := slices.DeleteFunc(entries, func(e *Entry) bool { return last[e.ID] != (changeTime{}) })
		more, err := l.lastChanges(ctx, unknown)
		if err != nil {
			return nil, err
		}
		maps.Copy(last, more)
	}
	for _, c := range changes {
		for _, e := range of[c.joint] {
			if !seen[e.ID] && (fromLatest || last[e.ID] == c.changeTime) {
				seen[e.ID] = true
				all = append(all, article{c.changeTime, e})
			}
		}
	}
	return all, nil
}

// areFew reports whether what the list has is better sorted.
func (l *articleList) areFew(ctx context.Context) (bool, error) {
	count, err := l.store.CountMatching(ctx, l.q, sortedArticles+1)
	if err != nil {
		return false, l.attempted(err)
	}
	return count <= sortedArticles, nil
}

// sorted sorts all that the list has, and gives what is behind a place.
func (l *articleList) sorted(ctx context.Context, after *changeTime) ([]article, error) {
	q := l.joined()
	q.Order, q.Limit = orderOf(q.Schema, nil, false), sortedArticles
	found, err := l.store.Find(ctx, q)
	if err != nil {
		return nil, l.attempted(err)
	}
	last, err := l.lastChanges(ctx, found.Entries)
	if err != nil {
		return nil, err
	}
	var all []article
	for _, e := range found.Entries {
		if a := (article{last[e.ID], e}); after == nil || l.order(*after, a.changeTime) < 0 {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b article) int { return l.order(a.changeTime, b.changeTime) })
	return all, nil
}

// joint is what leads to the articles of a change: what they hold in a column.
type joint struct {
	own   *plan.Column
	value any
}

// matching are the entries that the list has, by what leads to them, and each once.
func (l *articleList) matching(ctx context.Context, changes []joinedChange) (of map[joint][]*Entry, entries []*Entry, err error) {
	values := map[*plan.Column][]any{}
	of, read := make(map[joint][]*Entry, len(changes)), make(map[string]*Entry, len(changes))
	add := func(e *Entry) *Entry {
		if known := read[e.ID]; known != nil {
			return known
		}
		read[e.ID], entries = e, append(entries, e)
		return e
	}
	for _, c := range changes {
		if c.entry != nil {
			of[c.joint] = []*Entry{add(c.entry)}
		}
	}
	for _, c := range changes {
		if _, known := of[c.joint]; !known {
			of[c.joint] = nil
			values[c.own] = append(values[c.own], c.value)
		}
	}
	for own, wanted := range values {
		q := l.joined()
		q.Order = inIndex(q.Schema, own)
		err = l.eachHolding(ctx, q, own, wanted, func(e *Entry) {
			e = add(e)
			key := joint{own, e.column(own)}
			of[key] = append(of[key], e)
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return of, entries, nil
}

// joined asks of entries of the collection for no more than what joins parts to them.
func (l *articleList) joined() EntrySearch {
	q := l.q
	q.Excerpt, q.Bytes, q.After = []*plan.Column{}, 0, nil
	for _, each := range l.sources {
		if !each.own.Reserved() && !slices.Contains(q.Excerpt, each.own) {
			q.Excerpt = append(q.Excerpt, each.own)
		}
	}
	return q
}

// eachHolding gives every entry of a search that holds one of the values in a column.
func (l *articleList) eachHolding(ctx context.Context, q EntrySearch, column *plan.Column, values []any, each func(*Entry)) error {
	narrowed := slices.Clip(q.Criteria.Equal)
	q.Limit = mostChanges
	for some := range slices.Chunk(values, articlesPerRead) {
		q.Criteria.Equal = append(narrowed, plan.Equality{Field: column.Name(), Values: some})
		q.After = nil
		for more := true; more; {
			found, err := l.store.Find(ctx, q)
			if err != nil {
				return l.attempted(err)
			}
			for _, e := range found.Entries {
				each(e)
			}
			q.After, more = found.Last, found.More
		}
	}
	return nil
}

// lastChanges are the last changes of articles, by their ids. Each must come once.
func (l *articleList) lastChanges(ctx context.Context, entries []*Entry) (map[string]changeTime, error) {
	last := make(map[string]changeTime, len(entries))
	var rows []*Entry // of the part that is looked at
	for i, source := range l.sources {
		if !source.drafts {
			var err error
			if rows, err = l.rows(ctx, source.articlePart, entries); err != nil {
				return nil, err
			}
		}
		changed, err := l.changed(ctx, source, rows)
		if err != nil {
			return nil, err
		}
		by := map[any]changeTime{}
		for _, row := range rows {
			if at, ok := changed[row.ID]; ok {
				value := row.column(source.join)
				by[value] = later(by[value], changeTime{at, i, row.ID})
			}
		}
		for _, e := range entries {
			last[e.ID] = later(last[e.ID], by[e.column(source.own)])
		}
	}
	return last, nil
}

func later(a, b changeTime) changeTime {
	if a.compare(b) < 0 {
		return b
	}
	return a
}

// rows are the entries of a part that are of the articles.
func (l *articleList) rows(ctx context.Context, part articlePart, entries []*Entry) (rows []*Entry, err error) {
	if part.schema == l.q.Schema {
		return entries, nil
	}
	var values []any
	for _, e := range entries {
		if value := e.column(part.own); value != nil {
			values = append(values, value)
		}
	}
	q := EntrySearch{Schema: part.schema, Order: inIndex(part.schema, part.join), Excerpt: part.excerpt()}
	err = l.eachHolding(ctx, q, part.join, values, func(e *Entry) { rows = append(rows, e) })
	return rows, err
}

// excerpt is what leads from an entry of the part to its article.
func (p articlePart) excerpt() []*plan.Column {
	if p.join.Reserved() {
		return []*plan.Column{}
	}
	return []*plan.Column{p.join}
}

// changed are the times of the changes of one source, by the ids of the rows; those without
// one have none.
func (l *articleList) changed(ctx context.Context, source changeSource, rows []*Entry) (map[string]int64, error) {
	at := make(map[string]int64, len(rows))
	if !source.drafts {
		for _, row := range rows {
			at[row.ID] = row.UpdatedAt
		}
		return at, nil
	}
	for some := range slices.Chunk(rows, articlesPerRead) {
		notes, err := l.DraftNotes(ctx, source.schema, some)
		if err != nil {
			return nil, err
		}
		for id := range notes {
			at[id] = notes[id].SavedAt
		}
	}
	return at, nil
}

// page reads the chosen ones as the list wants them. Where they are more bytes than a page
// has, it ends sooner; but articles of one change come together, for a cursor cannot tell
// them apart. Without more of them the next page begins behind upTo.
func (l *articleList) page(ctx context.Context, chosen []article, upTo *changeTime, bound string) (page EntryPage, err error) {
	end := min(len(chosen), l.q.Limit)
	for isCut(chosen, end) {
		end++
	}
	read := make(map[string]*Entry, end)
	more, err := l.read(ctx, chosen[:end], read)
	if err != nil {
		return page, err
	}
	if more {
		isMissing := func(a article) bool { return read[a.entry.ID] == nil }
		end = slices.IndexFunc(chosen[:end], isMissing)
		for isCut(chosen, end) {
			end--
		}
		if end == 0 { // the first change is more than there was room for
			for end = 1; isCut(chosen, end); {
				end++
			}
			for more {
				rest := slices.DeleteFunc(slices.Clone(chosen[:end]), func(a article) bool { return !isMissing(a) })
				if more, err = l.read(ctx, rest, read); err != nil {
					return page, err
				}
			}
		}
	}
	for _, each := range chosen[:end] {
		if e := read[each.entry.ID]; e != nil { // it may be gone since
			page.Entries = append(page.Entries, e)
		}
	}
	if end < len(chosen) {
		upTo = &chosen[end-1].changeTime
	}
	if upTo != nil {
		page.NextCursor = l.cursors.seal(bound, []any{upTo.at, int64(upTo.source), upTo.id})
	}
	return page, nil
}

// isCut reports whether a page that ends there has some articles of a change and not others.
func isCut(chosen []article, end int) bool {
	return end > 0 && end < len(chosen) && chosen[end].changeTime == chosen[end-1].changeTime
}

// read adds the entries of articles, by their ids, and reports whether there was no room for
// all of them.
func (l *articleList) read(ctx context.Context, articles []article, read map[string]*Entry) (more bool, err error) {
	for some := range slices.Chunk(articles, articlesPerRead) {
		ids := make([]any, len(some))
		for i, each := range some {
			ids[i] = each.entry.ID
		}
		found, err := l.find(ctx, EntrySearch{
			Schema: l.q.Schema, Order: orderOf(l.q.Schema, nil, false), Limit: len(ids), Excerpt: l.q.Excerpt, Bytes: l.q.Bytes,
			Criteria: plan.Criteria{Equal: []plan.Equality{{Field: "id", Values: ids}}},
		})
		for _, e := range found.Entries {
			read[e.ID] = e
		}
		if err != nil || found.More {
			return found.More, err
		}
	}
	return false, nil
}

// joinedChange is a change with what leads to its articles.
type joinedChange struct {
	changeTime
	joint
	entry *Entry // that is known to be of the list; nil where it has to be looked for
}

// mergedChanges are the changes of several sources in one order.
type mergedChanges struct {
	list    *articleList
	streams []changeStream
}

// changeStream is what is not taken yet of one source.
type changeStream struct {
	buffer []joinedChange
	at     int64  // of the last one read
	id     string // and its row
	begun  bool
	ended  bool
}

// merge begins behind a place; nil for the start.
func (l *articleList) merge(after *changeTime) *mergedChanges {
	m := &mergedChanges{l, make([]changeStream, len(l.sources))}
	if after == nil {
		return m
	}
	for i := range m.streams {
		s := &m.streams[i]
		s.begun, s.at = true, after.at
		switch {
		case i == after.source:
			s.id = after.id
		case i < after.source:
			s.at++ // of what has that time, this source's changes are behind the place or before it; no id is ""
		}
	}
	return m
}

// next takes so many changes; fewer at the end.
func (m *mergedChanges) next(ctx context.Context, count int) (all []joinedChange, err error) {
	for len(all) < count {
		first := -1
		for i := range m.streams {
			s := &m.streams[i]
			if len(s.buffer) == 0 && !s.ended {
				if err := m.fill(ctx, i, count); err != nil {
					return nil, err
				}
			}
			if len(s.buffer) > 0 && (first < 0 || m.list.order(s.buffer[0].changeTime, m.streams[first].buffer[0].changeTime) < 0) {
				first = i
			}
		}
		if first < 0 {
			break
		}
		s := &m.streams[first]
		all, s.buffer = append(all, s.buffer[0]), s.buffer[1:]
	}
	return all, nil
}

// fill reads so many changes of a source.
func (m *mergedChanges) fill(ctx context.Context, source, count int) error {
	s, from := &m.streams[source], m.list.sources[source]
	for len(s.buffer) == 0 && !s.ended {
		read := m.list.entriesChanged
		if from.drafts {
			read = m.list.draftsSaved
		}
		rows, err := read(ctx, from.articlePart, s, count)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if row.value != nil {
				row.source, row.own = source, from.own
				s.buffer = append(s.buffer, row)
			}
		}
	}
	return nil
}

// entriesChanged reads entries of a part in the order of their change.
func (l *articleList) entriesChanged(ctx context.Context, part articlePart, s *changeStream, count int) ([]joinedChange, error) {
	q := EntrySearch{Schema: part.schema, Excerpt: part.excerpt()}
	own := part.schema == l.q.Schema
	if own {
		q = l.joined()
	}
	q.Order, q.Limit = orderOf(part.schema, []*plan.Column{part.schema.Column("updatedAt")}, l.desc), count
	if s.begun {
		q.After = []any{s.at, s.id}
	}
	found, err := l.store.Find(ctx, q)
	if err != nil {
		return nil, l.attempted(err)
	}
	rows := make([]joinedChange, len(found.Entries))
	for i, e := range found.Entries {
		rows[i].at, rows[i].id, rows[i].value = e.UpdatedAt, e.ID, e.column(part.join)
		if own {
			rows[i].entry = e
		}
	}
	s.went(rows, found.More)
	return rows, nil
}

// draftsSaved reads pending drafts of a part in the order in which they were saved.
func (l *articleList) draftsSaved(ctx context.Context, part articlePart, s *changeStream, count int) ([]joinedChange, error) {
	after := DraftPlace{At: s.at, EntryID: s.id, Desc: l.desc}
	if !s.begun && l.desc {
		after.At = math.MaxInt64
	}
	notes, err := l.store.DraftsSaved(ctx, part.schema.Name(), after, count)
	if err != nil {
		return nil, l.attempted(err)
	}
	rows, ids := make([]joinedChange, len(notes)), make([]any, len(notes))
	for i, n := range notes {
		ids[i] = n.EntryID
		rows[i].at, rows[i].id = n.SavedAt, n.EntryID
	}
	s.went(rows, len(notes) == count)
	joins := map[string]any{}
	q := EntrySearch{Schema: part.schema, Order: orderOf(part.schema, nil, false), Excerpt: part.excerpt()}
	err = l.eachHolding(ctx, q, part.schema.Column("id"), ids, func(e *Entry) { joins[e.ID] = e.column(part.join) })
	for i := range rows {
		rows[i].value = joins[rows[i].id]
	}
	return rows, err
}

// went notes how far a source was read.
func (s *changeStream) went(rows []joinedChange, more bool) {
	if s.ended = !more; len(rows) > 0 {
		last := rows[len(rows)-1]
		s.begun, s.at, s.id = true, last.at, last.id
	}
}
