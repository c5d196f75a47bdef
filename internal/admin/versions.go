package admin

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// versions lists the versions of an entry and what each changed, for whoever may read it:
// what each held is asked for by itself (decision 227).
func (s *Surface) versions(q *request) error {
	e, err := s.staffEntries(q).Get(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return err
	}
	list := []string{"versions", e.Collection, e.ID}
	before, err := s.openKeyCursor(list, q)
	if err != nil {
		return err
	}
	of := audit.Query{Collection: e.Collection, Subject: e.ID, Before: before, Limit: q.query.limit()}
	found, more, err := s.AuditLog.EntryVersions(q.Context(), of)
	if err != nil {
		return err
	}
	out := wire.Page[wire.EntryVersion]{Items: each(found, versionOf)}
	changed, err := s.changedBy(q, of)
	if err != nil {
		return err
	}
	names := s.names(q)
	for i := range found {
		out.Items[i].Changed = changed[found[i].Key]
		if out.Items[i].Actor, err = names.of(q.Context(), found[i].Actor.ID); err != nil {
			return err
		}
	}
	if more {
		out.NextCursor = s.sealCursor(list, []any{found[len(found)-1].Key})
	}
	return q.answer(out, nil)
}

// changedBy are the properties that changes of an entry made otherwise, by the keys of
// their records, as far as a page of the audit log tells.
func (s *Surface) changedBy(q *request, of audit.Query) (map[int64][]string, error) {
	records, _, err := s.AuditLog.AuditRecords(q.Context(), of)
	if err != nil {
		return nil, err
	}
	schema, changed := s.Content.Plan().Schema(of.Collection), make(map[int64][]string, len(records))
	for i := range records {
		if changed[records[i].Key], err = content.VersionChanges(schema, &records[i]); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

func versionOf(v audit.VersionLine) wire.EntryVersion {
	return wire.EntryVersion{
		Version: v.Version, Time: v.Time, Credential: orNull(v.Actor.Credential), ClientID: orNull(v.Actor.Client), Surface: string(v.Surface),
		Action: string(v.Action), Name: orNull(v.Name), Kept: v.Kept,
	}
}

// version is what a version of an entry held.
func (s *Surface) version(q *request) error {
	e, state, err := s.stateOf(q)
	if err != nil {
		return err
	}
	number, _ := q.versionInPath()
	data, err := content.VersionData(s.Content.Plan().Schema(e.Collection), state)
	return q.answer(wire.VersionState{Version: number, Status: state.Status, Data: data}, err)
}

// stateOf is the entry of a request, and the version in its path.
func (s *Surface) stateOf(q *request) (*content.Entry, *audit.State, error) {
	number, err := q.versionInPath()
	if err != nil {
		return nil, nil, err
	}
	e, err := s.staffEntries(q).Get(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return nil, nil, err
	}
	state, err := s.AuditLog.EntryVersion(q.Context(), e.Collection, e.ID, number)
	if diag.HasCode(err, diag.NotFound) {
		err = diag.At(diag.NotFound, "input#/version", "There is no such version, or what it held is no longer kept.")
	}
	return e, state, err
}

// versionInPath is the number of a version, NOT_FOUND for what is none.
func (q *request) versionInPath() (int64, error) {
	n, err := strconv.ParseInt(q.PathValue("version"), 10, 64)
	if err != nil || n < 1 {
		return 0, diag.At(diag.NotFound, "input#/version", "There is no such version.")
	}
	return n, nil
}

// restoreVersion writes what a version held over the entry, as a draft.
func (s *Surface) restoreVersion(q *request) error {
	expected, err := q.version()
	if err == nil && expected == 0 {
		err = wrong("expectedVersion", "A restoration needs the version of the entry that it is made on.", "integer")
	}
	if err != nil {
		return err
	}
	field, err := q.optionalText("field")
	if err != nil {
		return err
	}
	draft, err := q.seenDraft()
	if err != nil {
		return err
	}
	was, state, err := s.stateOf(q)
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).Restore(q.Context(), was.Collection, was.ID, state, field, content.Seen{Version: expected, Draft: draft})
	if err != nil {
		return s.stale(q, err, expected)
	}
	return q.answer(s.written(q, e), nil)
}

// maxVersionName is how long the name of a version may be, in characters.
const maxVersionName = 100

// nameVersion gives a version a name, which keeps it, or takes it away. It wants who may
// change a draft of the entry.
func (s *Surface) nameVersion(q *request) error {
	name, err := q.optionalText("name")
	if err != nil {
		return err
	}
	name = strings.TrimSpace(name)
	if utf8.RuneCountInString(name) > maxVersionName || strings.ContainsAny(name, "\r\n\t") {
		return wrong("name", "The name of a version is one line of at most 100 characters.", "string")
	}
	number, err := q.versionInPath()
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).Get(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return err
	}
	if !content.TakesDraft(s.Content.Plan().Schema(e.Collection), e.Status) {
		if err := q.caller.NeedRole(principal.Editor); err != nil {
			return err
		}
	}
	n := audit.NamedVersion{Collection: e.Collection, Subject: e.ID, Version: number, Name: name, Time: time.Now().UnixMilli(), Actor: q.caller.Actor().ID}
	return q.answer(wire.VersionName{Name: orNull(name)}, s.AuditLog.NameVersion(q.Context(), n))
}
