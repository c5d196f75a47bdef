package ghost

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
)

// tables are those that are read.
var tables = []string{"users", "tags", "posts", "posts_tags", "posts_authors", "posts_meta"}

// row is a row of any table, as far as it is read.
type row struct {
	ID           id              `json:"id"`
	UUID         id              `json:"uuid"`
	Slug         string          `json:"slug"`
	Title        string          `json:"title"`
	Name         string          `json:"name"`
	HTML         string          `json:"html"`
	Plain        string          `json:"plaintext"`
	Excerpt      string          `json:"custom_excerpt"`
	FeatureImage string          `json:"feature_image"`
	Status       string          `json:"status"`
	Visibility   string          `json:"visibility"`
	Type         string          `json:"type"`
	Page         json.RawMessage `json:"page"` // before Ghost 3
	PublishedAt  json.RawMessage `json:"published_at"`
	CreatedAt    json.RawMessage `json:"created_at"`
	UpdatedAt    json.RawMessage `json:"updated_at"`
	AuthorID     id              `json:"author_id"`
	Bio          string          `json:"bio"`
	Website      string          `json:"website"`
	ProfileImage string          `json:"profile_image"`
	Email        string          `json:"email"`
	Description  string          `json:"description"`
	PostID       id              `json:"post_id"`
	TagID        id              `json:"tag_id"`
	SortOrder    int64           `json:"sort_order"`
	ImageAlt     string          `json:"feature_image_alt"`
	MetaExcerpt  string          `json:"meta_description"`
	CanonicalURL string          `json:"canonical_url"`

	place   exchange.Place
	size    int
	problem *diag.Diagnostic
}

// id is what identifies a row: a text, and a number before Ghost 1.
type id string

// UnmarshalJSON implements json.Unmarshaler.
func (i *id) UnmarshalJSON(text []byte) error {
	*i = id(strings.Trim(string(text), `"`))
	return nil
}

type user struct{ slug, name string }

type tag struct {
	slug, name string
	internal   bool
}

// note remembers what posts refer to.
func (r *Reader) note(table string, row *row) error {
	if len(r.authors) > maxNotes || len(r.tags) > maxNotes || len(r.ofPost) > maxNotes {
		return exchange.Damaged(row.place, "The export has more than a million rows that posts refer to.", nil)
	}
	switch table {
	case "users":
		r.authors[row.ID] = &user{row.Slug, row.Name}
	case "tags":
		r.tags[row.ID] = &tag{row.Slug, row.Name, row.Visibility == "internal" || strings.HasPrefix(row.Name, "#")}
	case "posts_tags":
		post := r.post(row.PostID)
		post.tags = append(post.tags, ref{row.SortOrder, row.TagID})
	case "posts_authors":
		post := r.post(row.PostID)
		post.authors = append(post.authors, ref{row.SortOrder, row.AuthorID})
	case "posts_meta":
		post := r.post(row.PostID)
		post.alt, post.excerpt = row.ImageAlt, row.MetaExcerpt
	}
	return nil
}

func (r *Reader) post(of id) *refs {
	if r.ofPost[of] == nil {
		r.ofPost[of] = &refs{}
	}
	return r.ofPost[of]
}

// record is the record of a row; nil for one that is none.
func (r *Reader) record(table string, row *row) *mapping.Record {
	made := &mapping.Record{Place: row.place, Size: row.size, Fields: map[string]any{}, Problem: row.problem}
	switch table {
	case "users":
		made.Kind, made.Key = mapping.Author, "ghost user "+cmp.Or(string(row.ID), row.Slug)
		set(made, mapping.Slug, row.Slug)
		set(made, mapping.Title, row.Name)
		set(made, mapping.Description, row.Bio)
		set(made, mapping.Website, row.Website)
		set(made, mapping.Image, address(row.ProfileImage))
		set(made, "email", row.Email)
		set(made, mapping.Status, "published")
	case "tags":
		if t := r.tags[row.ID]; t != nil && t.internal {
			return nil
		}
		made.Kind, made.Key = mapping.Tag, "ghost tag "+cmp.Or(string(row.ID), row.Slug)
		set(made, mapping.Slug, row.Slug)
		set(made, mapping.Title, row.Name)
		set(made, mapping.Description, row.Description)
		set(made, mapping.Status, "published")
	case "posts":
		r.fill(made, row)
	default:
		return nil
	}
	times(made, row)
	return made
}

// set sets a field that has a value.
func set[T ~string](made *mapping.Record, name string, text T) {
	if strings.TrimSpace(string(text)) != "" {
		made.Fields[name] = text
	}
}

func (r *Reader) fill(made *mapping.Record, row *row) {
	made.Kind, made.Key = mapping.Post, "ghost post "+string(cmp.Or(row.UUID, row.ID))
	if row.Type == "page" || string(row.Page) == "true" || string(row.Page) == "1" {
		made.Kind = mapping.Page
	}
	set(made, mapping.Slug, row.Slug)
	set(made, mapping.Title, row.Title)
	if row.HTML != "" {
		set(made, mapping.Body, mapping.HTML(strings.ReplaceAll(row.HTML, placeholder, "")))
	} else {
		set(made, mapping.Body, row.Plain)
	}
	set(made, mapping.Image, address(row.FeatureImage))
	set(made, mapping.Status, statusOf(row))
	set(made, mapping.Link, row.CanonicalURL)
	refers := cmp.Or(r.ofPost[row.ID], &refs{})
	set(made, mapping.Summary, cmp.Or(row.Excerpt, refers.excerpt))
	set(made, mapping.ImageAlt, refers.alt)
	r.author(made, row, refers)
	var slugs, names []string
	for _, each := range refers.tags {
		if t := r.tags[each.id]; t != nil && !t.internal {
			slugs, names = append(slugs, t.slug), append(names, t.name)
		}
	}
	if slugs != nil {
		made.Fields[mapping.Tags], made.Fields["tagNames"] = slugs, names
	}
}

func (r *Reader) author(made *mapping.Record, row *row, refers *refs) {
	ids := []id{row.AuthorID}
	if len(refers.authors) > 0 {
		ids = nil
		for _, each := range refers.authors {
			ids = append(ids, each.id)
		}
	}
	var slugs, names []string
	for _, each := range ids {
		if u := r.authors[each]; u != nil {
			slugs, names = append(slugs, u.slug), append(names, u.name)
		}
	}
	if slugs != nil {
		made.Fields[mapping.AuthorSlug], made.Fields[mapping.AuthorName] = slugs, names
	}
}

// placeholder stands for the address of the site in an export.
const placeholder = "__GHOST_URL__"

func address(text string) string { return strings.ReplaceAll(text, placeholder, "") }

// statusOf is the state of an entry. What not everybody could read is a draft.
func statusOf(row *row) string {
	if row.Status == "published" && (row.Visibility == "" || row.Visibility == "public") {
		return "published"
	}
	return "draft"
}

func times(made *mapping.Record, row *row) {
	for name, text := range map[string]json.RawMessage{mapping.Published: row.PublishedAt, mapping.Created: row.CreatedAt, mapping.Updated: row.UpdatedAt} {
		if at, ok := mapping.ParseTime(strings.Trim(string(text), `"`), time.UTC); ok {
			made.Fields[name] = at.UTC()
		}
	}
}
