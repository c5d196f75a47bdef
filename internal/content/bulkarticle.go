package content

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// outcome is what became of one entry of an article.
type outcome struct {
	bulkTarget
	after   *Entry // nil for one that is gone, and for one that is as it was
	former  *Former
	err     error // why it is as it was
	leftOut bool  // it is a translation that nobody asked to change, or an entry that is as a set wants it
}

// isSettled reports whether a move has found its entry where it leads to.
func (o outcome) isSettled(m move) bool {
	return o.err != nil && (m == unpublish && o.before == Draft || m == archive && o.before == Archived)
}

// bulkArticle is what became of an entry that was asked for, and of its translations.
type bulkArticle struct {
	asked     bulkTarget
	entry     *Entry // as it was read; nil where it cannot be
	outcomes  []outcome
	changed   bool // something of it was changed
	languages int  // how many translations are published then
	behind    []Behind
}

// article tries one entry. Its translations are looked for before it is changed: one that
// is gone tells nobody of them.
func (b *bulkRun) article(ctx context.Context, t bulkTarget) (*bulkArticle, error) {
	_, e, err := b.staff.service.pinned(ctx, b.move, t.schema.Name(), t.id, t.version)
	if err != nil {
		return &bulkArticle{asked: t, outcomes: []outcome{{bulkTarget: t, err: err}}}, nil //nolint:nilerr // it is what became of the entry
	}
	t.before, t.title, t.version = e.Status, Title(t.schema, e.ID, e.Data), e.Version
	translations, err := b.translations(ctx, e)
	if err != nil {
		return nil, err
	}
	a := &bulkArticle{asked: t, entry: e}
	if b.move == publish && b.Translations && b.schema.Lifecycle() == plan.Publishing {
		a.outcomes, err = b.publishArticle(ctx, t, e, translations)
	} else {
		a.outcomes = b.one(ctx, t, e, translations)
	}
	a.settle(b.move, translations)
	if err == nil && b.dry && b.move == publish && a.changed {
		a.behind, err = b.left(ctx, e)
	}
	return a, err
}

// one changes an entry and then its translations. Those of an entry that is not deleted
// stay with it.
func (b *bulkRun) one(ctx context.Context, t bulkTarget, e *Entry, translations []bulkTarget) []outcome {
	first := b.try(ctx, t, e)
	all, stay := []outcome{first}, !b.Translations || b.move == remove && first.err != nil
	for _, each := range translations {
		if stay {
			all = append(all, outcome{bulkTarget: each, leftOut: true})
			continue
		}
		_, e, err := b.staff.service.pinned(ctx, b.move, each.schema.Name(), each.id, each.version)
		if err != nil {
			all = append(all, outcome{bulkTarget: each, err: err})
			continue
		}
		all = append(all, b.try(ctx, each, e))
	}
	return all
}

// try changes one entry.
func (b *bulkRun) try(ctx context.Context, t bulkTarget, e *Entry) outcome {
	w, err := b.change(ctx, t.schema, e)
	if err != nil || b.move == remove {
		w.after = nil
	}
	t.drafted = w.drafted
	return outcome{bulkTarget: t, after: w.after, former: w.former, err: err, leftOut: b.move == edit && err == nil && w.after == nil}
}

// settle leaves out what was already as the move leads to: a translation always, the entry
// where something else of the article was changed.
func (a *bulkArticle) settle(m move, translations []bulkTarget) {
	a.changed = slices.ContainsFunc(a.outcomes, func(o outcome) bool { return o.err == nil && !o.leftOut })
	a.outcomes = slices.DeleteFunc(a.outcomes, func(o outcome) bool { return o.isSettled(m) && (o.of != "" || a.changed) })
	served := map[entryKey]bool{}
	for _, t := range translations {
		served[entryKey{t.schema.Name(), t.id}] = t.before == Published
	}
	for _, o := range a.outcomes {
		if o.err == nil && !o.leftOut && o.of != "" {
			served[entryKey{o.schema.Name(), o.id}] = o.after != nil && o.after.Status == Published
		}
	}
	for _, each := range served {
		if each {
			a.languages++
		}
	}
}

// publishArticle publishes an entry with those of its translations that wait, in one
// transaction: all of them that the checks let out (decision 320). Nothing of an entry goes
// out that is itself refused.
func (b *bulkRun) publishArticle(ctx context.Context, t bulkTarget, e *Entry, translations []bulkTarget) ([]outcome, error) {
	waiting, err := b.waiting(ctx, append([]bulkTarget{t}, translations...))
	if err != nil {
		return nil, err
	}
	own := len(waiting) > 0 && waiting[0].of == ""
	if len(waiting) == 0 || !own && t.before != Published {
		return []outcome{b.try(ctx, t, e)}, nil // which says why
	}
	ready, left, err := b.rehearsed(ctx, waiting)
	if err != nil {
		return nil, err
	}
	if own && len(left) > 0 && left[0].of == "" {
		return left[:1], nil
	}
	return append(b.together(ctx, ready), left...), nil
}

// waiting are those of which there is something to publish.
func (b *bulkRun) waiting(ctx context.Context, all []bulkTarget) (waiting []bulkTarget, err error) {
	for _, t := range all {
		waits, err := b.staff.service.waits(ctx, t.schema, t.id, t.before)
		if err != nil {
			return nil, diag.Attempted(err, "look for what waits of %s", t.schema.Name())
		}
		if waits {
			waiting = append(waiting, t)
		}
	}
	return waiting, nil
}

// rehearsed are those that a publish of all of them would let out, and those that it would
// not, and why.
func (b *bulkRun) rehearsed(ctx context.Context, all []bulkTarget) (ready []bulkTarget, left []outcome, err error) {
	found, err := b.staff.service.obstacles(ctx, b.staff.caller, publish, publicationsOf(all))
	for i, t := range all {
		if len(found) > 0 && found[0].Index == i {
			left = append(left, outcome{bulkTarget: t, err: found[0].Err})
			found = found[1:]
			continue
		}
		ready = append(ready, t)
	}
	return ready, left, err
}

// together publishes some in one transaction, or says that it would.
func (b *bulkRun) together(ctx context.Context, all []bulkTarget) []outcome {
	outcomes := make([]outcome, len(all))
	entries, err := b.publishTogether(ctx, publicationsOf(all))
	for i, t := range all {
		outcomes[i] = outcome{bulkTarget: t, err: err}
		switch {
		case err != nil:
		case b.dry:
			outcomes[i].after = &Entry{Collection: t.schema.Name(), ID: t.id, Status: Published}
		default:
			outcomes[i].after = entries[i]
		}
	}
	return outcomes
}

func (b *bulkRun) publishTogether(ctx context.Context, all []Publication) ([]*Entry, error) {
	s := b.staff.service
	if b.dry || len(all) == 0 {
		return nil, nil
	}
	g, _, err := s.gather(ctx, b.staff.caller, publish, all, s.opts.Now())
	if err != nil {
		return nil, err
	}
	_, err = s.submitTogether(ctx, g)
	return g.entries, err
}

func publicationsOf(all []bulkTarget) []Publication {
	publications := make([]Publication, len(all))
	for i, t := range all {
		publications[i] = publicationOf(t)
	}
	return publications
}

func publicationOf(t bulkTarget) Publication {
	return Publication{Collection: t.schema.Name(), ID: t.id, Version: t.version, staff: true}
}

// translations are those of an entry, in any state, where they matter: where they are
// changed with it, or told of.
func (b *bulkRun) translations(ctx context.Context, e *Entry) (targets []bulkTarget, err error) {
	if b.move == edit || !b.Translations && !b.dry {
		return nil, nil
	}
	err = b.staff.service.eachTranslation(ctx, b.schema, e, func(schema *plan.Schema, each *Entry) error {
		t := targetOf(schema, each)
		t.of = e.ID
		targets = append(targets, t)
		return nil
	})
	return slices.Clip(targets), err
}
