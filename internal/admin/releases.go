package admin

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/releases"
)

// listReleases are the releases that are not published, or with state=published those that
// are, the last one first.
func (s *Surface) listReleases(q *request) error {
	if q.query["state"] != string(releases.Published) {
		found, err := s.Releases.Waiting(q.Context(), q.caller)
		return s.answerReleases(q, found, nil, err)
	}
	list := []string{"releases"}
	place, err := s.openCursor(list, q, 2)
	if err != nil {
		return err
	}
	wanted := releases.Query{Limit: q.query.limit()}
	if place != nil {
		at, _ := place[0].(int64)
		wanted.Before = time.UnixMilli(at)
		wanted.ID, _ = place[1].(string)
	}
	found, more, err := s.Releases.Published(q.Context(), q.caller, wanted)
	var next []any
	if more {
		last := found[len(found)-1]
		next = []any{last.PublishedAt.UnixMilli(), last.ID}
	}
	return s.answerReleases(q, found, s.sealCursor(list, next), err)
}

// entryReleases are the releases that an entry waits in.
func (s *Surface) entryReleases(q *request) error {
	found, err := s.Releases.OfEntry(q.Context(), q.caller, q.query["collection"], q.PathValue("id"))
	return s.answerReleases(q, found, nil, err)
}

func (s *Surface) answerReleases(q *request, found []*releases.Release, next *string, err error) error {
	if err != nil {
		return err
	}
	names, out := s.names(q), wire.Releases{Items: []wire.Release{}, NextCursor: next}
	for _, r := range found {
		item, err := releaseOf(q, names, r)
		if err != nil {
			return err
		}
		out.Items = append(out.Items, item)
	}
	return q.answer(out, nil)
}

func releaseOf(q *request, names userNames, r *releases.Release) (out wire.Release, err error) {
	out = wire.Release{ID: r.ID, Name: r.Name, State: string(r.State()), Count: r.Count, CreatedAt: r.CreatedAt.UnixMilli(), PublishedAt: milliOrNull(r.PublishedAt)}
	if out.CreatedBy, err = names.of(q.Context(), r.CreatedBy); err != nil {
		return out, err
	}
	if out.PublishedBy, err = names.of(q.Context(), r.PublishedBy); err != nil || r.Move == nil || r.IsPublished() {
		return out, err
	}
	out.At, out.TimeZone = milliOrNull(r.Move.Due), orNull(r.Move.Zone)
	out.FailedAt, out.Problem = milliOrNull(r.Move.FailedAt), r.Move.Problem
	out.SetBy, err = names.of(q.Context(), r.Move.Actor)
	return out, err
}

func milliOrNull(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	return new(t.UnixMilli())
}

func (s *Surface) release(q *request) error {
	out, err := s.releaseNow(q, q.PathValue("id"))
	return q.answer(out, err)
}

// releaseNow is a release as it is now, with what is in the way of its publish.
func (s *Surface) releaseNow(q *request, id string) (out wire.ReleaseDetail, err error) {
	r, err := s.Releases.Get(q.Context(), q.caller, id)
	if err != nil {
		return out, err
	}
	names := s.names(q)
	if out.Release, err = releaseOf(q, names, r); err != nil {
		return out, err
	}
	out.Entries = []wire.ReleaseEntry{}
	for _, i := range r.Items {
		entry, err := s.releaseEntryOf(q, i)
		if err != nil {
			return out, err
		}
		if entry.AddedBy, err = names.of(q.Context(), i.AddedBy); err != nil {
			return out, err
		}
		out.Entries = append(out.Entries, entry)
	}
	if err := s.addArticles(q, out.Entries); err != nil || r.IsPublished() {
		return out, err
	}
	return out, s.refuseEntries(q, out.Entries)
}

// addArticles tells of which article entries are.
func (s *Surface) addArticles(q *request, entries []wire.ReleaseEntry) error {
	on := shelf{}
	keys := each(entries, func(e wire.ReleaseEntry) [2]string { return [2]string{e.Collection, e.ID} })
	of, err := s.articlesOf(q.Context(), on, keys)
	if err != nil {
		return err
	}
	called, err := s.titlesOn(q.Context(), on, slices.Collect(maps.Values(of)))
	for i, key := range keys {
		article := of[key]
		if is := called[article]; s.isTranslated(article[0]) && (is.title != "" || is.titles != nil) {
			entries[i].Article = &wire.Named{Collection: article[0], ID: article[1], Title: is.title, Titles: is.titles}
		}
	}
	return err
}

// refuseEntries says of each entry of a release what keeps it from going out with the others.
func (s *Surface) refuseEntries(q *request, entries []wire.ReleaseEntry) error {
	var all []content.Publication
	var of []*wire.ReleaseEntry
	for i := range entries {
		if e := &entries[i]; !e.Gone {
			all, of = append(all, content.Publication{Collection: e.Collection, ID: e.ID}), append(of, e)
		}
	}
	found, err := s.staffEntries(q).Obstacles(q.Context(), all)
	for _, each := range found {
		reason := reasonOf(each.Err)
		of[each.Index].Refused = &reason
	}
	return err
}

func (s *Surface) releaseEntryOf(q *request, i releases.Item) (wire.ReleaseEntry, error) {
	out := wire.ReleaseEntry{Collection: i.Collection, ID: i.Entry, Title: i.Title, AddedAt: i.AddedAt.UnixMilli()}
	p, err := s.staffEntries(q).Part(q.Context(), i.Collection, i.Entry)
	if diag.HasCode(err, diag.NotFound) {
		reason := reasonOf(err)
		out.Gone, out.Refused = true, &reason
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Title = content.Shortened(content.Title(s.Content.Plan().Schema(p.Collection), p.ID, p.Data), titleLength)
	out.Locale, out.Status, out.Version, out.Draft, out.Waits = orNull(p.Locale()), string(p.Status), p.Version, p.Draft, p.Waits
	return out, nil
}

func (s *Surface) createRelease(q *request) error {
	name, err := q.text("name")
	if err != nil {
		return err
	}
	r, err := s.Releases.Create(q.Context(), q.caller, name)
	if err != nil {
		return err
	}
	out, err := s.releaseNow(q, r.ID)
	return q.created(out, err)
}

// afterChange answers a release after a change of it.
func (s *Surface) afterChange(q *request, err error) error {
	if err != nil {
		return err
	}
	return s.release(q)
}

func (s *Surface) renameRelease(q *request) error {
	name, err := q.text("name")
	if err != nil {
		return err
	}
	return s.afterChange(q, s.Releases.Rename(q.Context(), q.caller, q.PathValue("id"), name))
}

func (s *Surface) deleteRelease(q *request) error {
	return q.answer(wire.Removed{Removed: true}, s.Releases.Delete(q.Context(), q.caller, q.PathValue("id")))
}

// addToRelease puts entries into a release, and their translations where that is asked for.
func (s *Surface) addToRelease(q *request) error {
	all, err := q.publications("collection", "id")
	if err != nil {
		return err
	}
	translations, err := q.flag("translations")
	if err != nil {
		return err
	}
	named := each(all, func(p content.Publication) releases.Named {
		return releases.Named{Collection: p.Collection, Entry: p.ID}
	})
	return s.afterChange(q, s.Releases.Add(q.Context(), q.caller, q.PathValue("id"), named, translations))
}

func (s *Surface) removeFromRelease(q *request) error {
	entry := releases.Named{Collection: q.query["collection"], Entry: q.PathValue("entry")}
	return s.afterChange(q, s.Releases.Remove(q.Context(), q.caller, q.PathValue("id"), entry))
}

// publishRelease publishes a release now: as its entries are, or as the caller saw them.
func (s *Surface) publishRelease(q *request) (err error) {
	var seen []content.Publication
	if _, said := q.body["entries"]; said {
		if seen, err = q.publications("collection", "id", "expectedVersion", "expectedDraft"); err != nil {
			return err
		}
	}
	entries, err := s.Releases.Publish(q.Context(), q.caller, q.PathValue("id"), seen)
	if err != nil {
		return err
	}
	for _, e := range entries {
		s.changed(q, e)
	}
	return s.release(q)
}

// publications are the entries that a body names, with those members of each.
func (q *request) publications(members ...string) ([]content.Publication, error) {
	list, ok := q.body["entries"].([]any)
	if !ok {
		return nil, wrong("entries", "Must be a list of entries.", "array")
	}
	all := make([]content.Publication, len(list))
	for i, each := range list {
		item, ok := each.(map[string]any)
		collection, named := item["collection"].(string)
		id, identified := item["id"].(string)
		if !ok || !named || !identified {
			return nil, within(wrong("entries", "Must name the collection and the id of an entry.", "object"), strconv.Itoa(i))
		}
		if err := only(members, item); err != nil {
			return nil, err
		}
		var err error
		if all[i], err = publicationOf(collection, id, item); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *Surface) scheduleRelease(q *request) error {
	due, zone, err := q.due()
	if err != nil {
		return err
	}
	return s.afterChange(q, s.Releases.Schedule(q.Context(), q.caller, q.PathValue("id"), due, zone))
}

func (s *Surface) unscheduleRelease(q *request) error {
	return s.afterChange(q, s.Releases.Unschedule(q.Context(), q.caller, q.PathValue("id")))
}
