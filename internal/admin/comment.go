package admin

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/presence"
	"github.com/quartet-dev/quartet/internal/principal"
)

// withComments is a route of a surface that has them.
func withComments(serve func(*Surface, *request) error) func(*Surface, *request) error {
	return func(s *Surface, q *request) error {
		if s.Comments == nil {
			return diag.At(diag.NotFound, "", "There are no comments here.")
		}
		return serve(s, q)
	}
}

func (q *request) place() comments.Place {
	return comments.Place{Collection: q.query["collection"], Entry: q.PathValue("id")}
}

func (s *Surface) listComments(q *request) error {
	all, err := s.Comments.List(q.Context(), q.caller, q.place())
	if err != nil {
		return err
	}
	names := s.names(q)
	out := wire.Comments{Items: []wire.Comment{}, People: []wire.Person{}}
	for _, c := range all {
		one, err := names.comment(q.Context(), c)
		if err != nil {
			return err
		}
		out.Items = append(out.Items, one)
		if out.People, err = names.mentioned(q.Context(), out.People, c); err != nil {
			return err
		}
	}
	return q.answer(out, nil)
}

func (s *Surface) addComment(q *request) error {
	text, err := q.text("text")
	if err != nil {
		return err
	}
	field, err := q.optionalText("field")
	if err != nil {
		return err
	}
	thread, err := q.optionalText("thread")
	if err != nil {
		return err
	}
	quote, err := q.quote()
	if err != nil {
		return err
	}
	c, err := s.Comments.Add(q.Context(), q.caller, q.place(), comments.NewComment{Text: text, Pointer: field, Thread: thread, Quote: quote})
	if err != nil {
		return err
	}
	s.commented(q)
	out, err := s.names(q).comment(q.Context(), c)
	return q.created(out, err)
}

// quote is that of the body; nil for none.
func (q *request) quote() (*comments.Quote, error) {
	if q.body["quote"] == nil {
		return nil, nil
	}
	given, err := q.object("quote")
	if err != nil {
		return nil, err
	}
	var quote comments.Quote
	into := map[string]*string{"exact": &quote.Exact, "prefix": &quote.Prefix, "suffix": &quote.Suffix}
	for key, value := range given {
		place, known := into[key]
		text, isText := value.(string)
		if !known || !isText {
			return nil, wrong("quote", "A quote has exact, and perhaps prefix and suffix, which are texts.", "object")
		}
		*place = text
	}
	return &quote, nil
}

// changeComment takes a text, or whether the thread is resolved.
func (s *Surface) changeComment(q *request) error {
	text, changes := q.body["text"].(string)
	resolved, decides := q.body["resolved"].(bool)
	if changes == decides || len(q.body) != 1 {
		return wrong("text", "A change has either a text or resolved, true or false.", "string")
	}
	var c *comments.Comment
	var err error
	if changes {
		c, err = s.Comments.Edit(q.Context(), q.caller, q.place(), q.PathValue("comment"), text)
	} else {
		c, err = s.Comments.Resolve(q.Context(), q.caller, q.place(), q.PathValue("comment"), resolved)
	}
	if err != nil {
		return err
	}
	s.commented(q)
	out, err := s.names(q).comment(q.Context(), c)
	return q.answer(out, err)
}

func (s *Surface) deleteComment(q *request) error {
	err := s.Comments.Delete(q.Context(), q.caller, q.place(), q.PathValue("comment"))
	if err == nil {
		s.commented(q)
	}
	return q.answer(wire.Removed{Removed: true}, err)
}

// commented tells whoever has the entry open.
func (s *Surface) commented(q *request) {
	at := q.place()
	s.hub.Commented(presence.Place{Collection: at.Collection, Entry: at.Entry})
}

// maxColleagues is how many are offered at once.
const maxColleagues = 20

// colleagues lists staff whose names begin with a word, or have one that does, for who
// writes a mention. Who has no name that the caller may know is not offered.
func (s *Surface) colleagues(q *request) error {
	search := q.query["search"]
	if err := content.CheckTerm("search", search); err != nil {
		return err
	}
	staff, err := s.Comments.Staff(q.Context())
	out := wire.Colleagues{Items: []wire.Person{}}
	for _, m := range staff {
		name := m.Name
		if name == "" && q.caller.IsAtLeast(principal.Editor) {
			name = m.Email
		}
		if name != "" && hasWord(name, search) && len(out.Items) < maxColleagues {
			out.Items = append(out.Items, wire.Person{ID: m.ID, Name: name})
		}
	}
	slices.SortFunc(out.Items, func(a, b wire.Person) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return q.answer(out, err)
}

func hasWord(name, search string) bool {
	name, search = strings.ToLower(name), strings.ToLower(strings.TrimSpace(search))
	return strings.HasPrefix(name, search) || strings.Contains(name, " "+search) || !isASCII(search) && strings.Contains(name, search)
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > 127 }) < 0
}

// languages are those that the application speaks.
var languages = []string{"en", "zh-TW"}

// noteLanguage keeps in which language the caller reads, for the mails that they get.
func (s *Surface) noteLanguage(q *request) error {
	if language := q.query["language"]; slices.Contains(languages, language) {
		return s.Comments.SetLanguage(q.Context(), q.caller.Actor().ID, language)
	}
	return nil
}

// kept is what somebody is called, by the name of then where they are gone.
func (n userNames) kept(ctx context.Context, id, name string) (wire.Person, error) {
	person, err := n.of(ctx, id)
	if err != nil || person == nil {
		return wire.Person{ID: id, Name: name}, err
	}
	return wire.Person{ID: id, Name: cmp.Or(person.Name, name)}, nil
}

func (n userNames) comment(ctx context.Context, c *comments.Comment) (out wire.Comment, err error) {
	out = wire.Comment{
		ID: c.ID, Thread: c.Thread, Field: c.Pointer, Text: c.Text, CreatedAt: c.CreatedAt.UnixMilli(), EditedAt: timeOrNull(c.EditedAt),
		Removed: !c.RemovedAt.IsZero(), ResolvedAt: timeOrNull(c.ResolvedAt), Quote: (*wire.Quote)(c.Quote),
	}
	if out.Author, err = n.kept(ctx, c.Author, c.AuthorName); err != nil || c.ResolvedBy == "" {
		return out, err
	}
	by, err := n.kept(ctx, c.ResolvedBy, c.ResolvedName)
	out.ResolvedBy = &by
	return out, err
}

// mentioned adds whom a comment mentions, each once.
func (n userNames) mentioned(ctx context.Context, people []wire.Person, c *comments.Comment) ([]wire.Person, error) {
	for _, m := range c.Mentions {
		if slices.ContainsFunc(people, func(p wire.Person) bool { return p.ID == m.ID }) {
			continue
		}
		person, err := n.kept(ctx, m.ID, m.Name)
		if err != nil {
			return nil, err
		}
		people = append(people, person)
	}
	return people, nil
}
