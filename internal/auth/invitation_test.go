package auth_test

import (
	"slices"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

const week = 7 * 24 * time.Hour

func (w *testSite) invite(actor, email string, role auth.Role) *auth.Invitation {
	w.t.Helper()
	i, sent, err := w.Invite(w.t.Context(), by(actor), email, role, "https://tea.example/admin", "en")
	w.ok(err)
	if !sent {
		w.t.Error("nothing was mailed")
	}
	return i
}

// admin-api.md, POST /staff/invitations: 7 days; accepting needs a sign-in with
// that verified address.
func TestAnInvitationGivesItsRole(t *testing.T) {
	byCode := auth.Identity{Email: ann}
	for name, c := range map[string]struct {
		signIn auth.Identity
		after  time.Duration
		want   auth.Role
	}{
		"by code":                 {byCode, week - time.Millisecond, auth.Editor},
		"vouched for":             {github("1", "ANN@tea.example", true), 0, auth.Editor},
		"too late":                {byCode, week, auth.None},
		"claimed":                 {github("1", ann, false), 0, auth.None},
		"another's":               {auth.Identity{Email: "ben@tea.example"}, 0, auth.None},
		"a login that looks like": {auth.Identity{Provider: "github", Subject: "1", Login: ann}, 0, auth.None},
	} {
		t.Run(name, func(t *testing.T) {
			w, in := site(t)
			w.invite(in.User.ID, " Ann@Tea.example", auth.Editor)
			mail := w.mail.last()
			if mail.kind != "invitation" || mail.to != ann || mail.text != "editor by "+owner+" at https://tea.example/admin" {
				t.Errorf("mailed %+v", mail)
			}
			w.pass(c.after)
			got := w.enter(c.signIn)
			if stored := w.user(got.User.ID).Role; got.User.Role != c.want || stored != c.want {
				t.Errorf("the role is %q, stored %q; want %q", got.User.Role, stored, c.want)
			}
		})
	}
}

// An address that an identity proves counts beside the one that its user has.
func TestAnInvitationGoesToWhoProvesItsAddress(t *testing.T) {
	w, in := site(t)
	one := w.external(github("1", "private@tea.example", true))
	w.invite(in.User.ID, ann, auth.Editor)
	if got := w.external(github("1", ann, true)); got.User.ID != one.User.ID || got.User.Role != auth.Editor {
		t.Errorf("signed in %+v", got.User)
	}
}

func TestAnInvitationGivesItsRoleOnce(t *testing.T) {
	w, in := site(t)
	i := w.invite(in.User.ID, ann, auth.Editor)
	u := w.in(ann).User.ID
	w.ok(w.SetRole(t.Context(), by(in.User.ID), u, auth.None))
	if got := w.in(ann).User.Role; got != auth.None {
		t.Errorf("a role that was taken came back: %q", got)
	}
	wantCode(t, w.DeleteInvitation(t.Context(), by(in.User.ID), i.ID), diag.Conflict)
	w.pass(week) // an accepted one does not become one that has expired
	wantCode(t, w.DeleteInvitation(t.Context(), by(in.User.ID), i.ID), diag.Conflict)
}

func TestAnInvitationThatHasExpiredCannotBeTakenBack(t *testing.T) {
	w, in := site(t)
	i := w.invite(in.User.ID, ann, auth.Editor)
	w.pass(week)
	wantCode(t, w.DeleteInvitation(t.Context(), by(in.User.ID), i.ID), diag.NotFound)
}

// interface.md, User role: "no staff role when null (revoked)". What waits for
// the user would give the role again at their next sign-in.
func TestAnInvitationEndsWithTheRoleOfWhoIsInvited(t *testing.T) {
	for name, c := range map[string]struct {
		has, invited, set, want auth.Role
	}{
		"taken":               {auth.Contributor, auth.Editor, auth.None, auth.None},
		"lowered":             {auth.Editor, auth.Owner, auth.Contributor, auth.Contributor},
		"none, and taken":     {auth.None, auth.Editor, auth.None, auth.None},
		"raised, but not yet": {auth.Contributor, auth.Owner, auth.Editor, auth.Owner},
		"the same again":      {auth.Contributor, auth.Editor, auth.Contributor, auth.Editor},
	} {
		t.Run(name, func(t *testing.T) {
			w, in := site(t)
			u := w.in(ann).User.ID
			w.ok(w.SetRole(t.Context(), by(in.User.ID), u, c.has))
			i := w.invite(in.User.ID, ann, c.invited)
			w.ok(w.SetRole(t.Context(), by(in.User.ID), u, c.set))
			if got := w.in(ann).User.Role; got != c.want {
				t.Errorf("the next sign-in gives %q, want %q", got, c.want)
			}
			noted := slices.ContainsFunc(w.auditRecords(), func(l audit.Record) bool {
				return l.Action == audit.DeleteInvitation && l.Subject == i.ID && l.Actor.ID == in.User.ID
			})
			if ended := c.want == c.set; noted != ended {
				t.Errorf("that it was taken back is written down: %v, want %v", noted, ended)
			}
		})
	}
}

// An address that was never proven is not theirs whose role is taken, and what
// was accepted or has expired is not taken back.
func TestInvitationsThatStayAfterARoleIsTaken(t *testing.T) {
	w, in := site(t)
	claims := w.external(github("1", "ben@tea.example", false)).User.ID
	w.invite(in.User.ID, "ben@tea.example", auth.Editor)
	w.ok(w.SetRole(t.Context(), by(in.User.ID), claims, auth.Contributor))
	w.ok(w.SetRole(t.Context(), by(in.User.ID), claims, auth.None))
	if got := w.in("ben@tea.example").User.Role; got != auth.Editor {
		t.Errorf("who proves the address gets %q", got)
	}
	accepted := w.invite(in.User.ID, ann, auth.Editor)
	u := w.in(ann).User.ID
	w.ok(w.SetRole(t.Context(), by(in.User.ID), u, auth.None))
	wantCode(t, w.DeleteInvitation(t.Context(), by(in.User.ID), accepted.ID), diag.Conflict)
	w.invite(in.User.ID, ann, auth.Editor)
	w.pass(week)
	w.ok(w.SetRole(t.Context(), by(in.User.ID), u, auth.None))
	for _, l := range w.auditRecords() {
		if l.Action == audit.DeleteInvitation {
			t.Errorf("taken back: %s", l.Before)
		}
	}
}

// A role is not lowered by an invitation.
func TestAnInvitationLowersNoRole(t *testing.T) {
	w, in := site(t)
	u := w.in(ann).User.ID
	w.invite(in.User.ID, ann, auth.Contributor)
	w.ok(w.SetRole(t.Context(), by(in.User.ID), u, auth.Editor))
	if got := w.in(ann).User.Role; got != auth.Editor {
		t.Errorf("the role is %q", got)
	}
	_, _, err := w.Invite(t.Context(), by(in.User.ID), ann, auth.Contributor, "", "en")
	wantCode(t, err, diag.Conflict)
	_, _, err = w.Invite(t.Context(), by(in.User.ID), ann, auth.Editor, "", "en")
	wantCode(t, err, diag.Conflict)
	w.invite(in.User.ID, ann, auth.Owner)
	if got := w.in(ann).User.Role; got != auth.Owner {
		t.Errorf("the role is %q, want to be raised", got)
	}
}

// An invitation does not outlive its inviter's being an owner.
func TestAnInvitationEndsWithItsInvitersRole(t *testing.T) {
	for name, end := range map[string]func(w *testSite, first, second string) error{
		"lowered": func(w *testSite, first, second string) error {
			return w.SetRole(w.t.Context(), by(first), second, auth.Editor)
		},
		"deleted": func(w *testSite, first, second string) error { return w.DeleteUser(w.t.Context(), by(first), second) },
	} {
		t.Run(name, func(t *testing.T) {
			w, in := site(t)
			second := w.in("second@tea.example").User.ID
			w.ok(w.SetRole(t.Context(), by(in.User.ID), second, auth.Owner))
			w.invite(second, ann, auth.Owner)
			w.ok(end(w, in.User.ID, second))
			if got := w.in(ann).User.Role; got != auth.None {
				t.Errorf("the role is %q", got)
			}
		})
	}
}

func TestWhoInvitesWhom(t *testing.T) {
	w, in := site(t)
	editor := w.in("editor@tea.example").User.ID
	w.ok(w.SetRole(t.Context(), by(in.User.ID), editor, auth.Editor))
	for name, c := range map[string]struct {
		actor, email string
		role         auth.Role
		want         diag.Code
	}{
		"an editor":  {editor, ann, auth.Contributor, diag.AuthDenied},
		"nobody":     {"", ann, auth.Contributor, diag.AuthDenied},
		"no address": {in.User.ID, "ann", auth.Editor, diag.InputValidationFailed},
		"no role":    {in.User.ID, ann, auth.None, diag.InputValidationFailed},
		"what is no": {in.User.ID, ann, "admin", diag.InputValidationFailed},
	} {
		if _, _, err := w.Invite(t.Context(), by(c.actor), c.email, c.role, "", "en"); !diag.HasCode(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	i := w.invite(in.User.ID, ann, auth.Editor)
	wantCode(t, w.DeleteInvitation(t.Context(), by(editor), i.ID), diag.AuthDenied)
	w.ok(w.DeleteInvitation(t.Context(), by(in.User.ID), i.ID))
	wantCode(t, w.DeleteInvitation(t.Context(), by(in.User.ID), i.ID), diag.NotFound)
	if got := w.in(ann).User.Role; got != auth.None {
		t.Errorf("an invitation that was taken back gives %q", got)
	}
}

func TestInvitationsAreListed(t *testing.T) {
	w, in := site(t)
	first := w.invite(in.User.ID, ann, auth.Editor)
	second := w.invite(in.User.ID, "ben@tea.example", auth.Editor)
	again := w.invite(in.User.ID, ann, auth.Owner) // in place of the first
	for after, want := range map[string][]string{"": {second.ID, again.ID}, second.ID: {again.ID}, again.ID: nil} {
		list, err := w.Invitations(t.Context(), after, 10)
		w.ok(err)
		var ids []string
		for _, i := range list {
			ids = append(ids, i.ID)
		}
		if len(ids) != len(want) || len(ids) > 0 && ids[0] != want[0] {
			t.Errorf("after %q: %v, want %v (first was %s)", after, ids, want, first.ID)
		}
	}
}

// emailSent of admin-api.md: an invitation counts though its mail was not taken.
func TestAnInvitationCountsWithoutMail(t *testing.T) {
	w, in := site(t)
	w.mail.failure = diag.At(diag.ResourceUnavailable, "", "Full.")
	_, sent, err := w.Invite(t.Context(), by(in.User.ID), ann, auth.Editor, "", "en")
	if sent || err != nil {
		t.Errorf("sent %v, %v", sent, err)
	}
	w.mail.failure = nil
	if got := w.in(ann).User.Role; got != auth.Editor {
		t.Errorf("the role is %q", got)
	}
}
