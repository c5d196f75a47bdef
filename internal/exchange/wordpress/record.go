package wordpress

import (
	"cmp"
	"encoding/xml"
	"html"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/quartet-dev/quartet/internal/exchange/mapping"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// item is a post, a page or anything else that WordPress keeps like one.
type item struct {
	Title      string    `xml:"title"`
	Link       string    `xml:"link"`
	PubDate    string    `xml:"pubDate"`
	Creator    string    `xml:"creator"`
	Encoded    []encoded `xml:"encoded"` // the content and the excerpt, by their namespaces
	ID         string    `xml:"post_id"`
	Date       string    `xml:"post_date"`
	DateGMT    string    `xml:"post_date_gmt"`
	Modified   string    `xml:"post_modified_gmt"`
	Name       string    `xml:"post_name"`
	Status     string    `xml:"status"`
	Type       string    `xml:"post_type"`
	Password   string    `xml:"post_password"`
	Attachment string    `xml:"attachment_url"`
	Terms      []termRef `xml:"category"`
	Meta       []meta    `xml:"postmeta"`
	Comments   []comment `xml:"comment"`
}

type comment struct{}

type encoded struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
}

type termRef struct {
	Domain string `xml:"domain,attr"`
	Slug   string `xml:"nicename,attr"`
	Name   string `xml:",chardata"`
}

type meta struct {
	Key   string `xml:"meta_key"`
	Value string `xml:"meta_value"`
}

func (i *item) meta(key string) string {
	for _, m := range i.Meta {
		if m.Key == key {
			return m.Value
		}
	}
	return ""
}

// text is the content, or the excerpt.
func (i *item) text(excerpt bool) string {
	for _, e := range i.Encoded {
		if strings.Contains(e.XMLName.Space, "excerpt") == excerpt {
			return e.Text
		}
	}
	return ""
}

// term is an author, a category or a tag of the channel.
type term struct {
	Login       string `xml:"author_login"`
	DisplayName string `xml:"author_display_name"`
	Email       string `xml:"author_email"`

	CategorySlug        string `xml:"category_nicename"`
	CategoryName        string `xml:"cat_name"`
	CategoryDescription string `xml:"category_description"`

	TagSlug        string `xml:"tag_slug"`
	TagName        string `xml:"tag_name"`
	TagDescription string `xml:"tag_description"`
}

// record is the record of an element; nil for one that is none.
func (r *Reader) record(e *element) *mapping.Record {
	made := &mapping.Record{Place: e.place, Size: e.size, Fields: map[string]any{}}
	switch e.name {
	case "item":
		r.Comments += int64(len(e.item.Comments))
		if e.item.Type == "attachment" || e.item.Status == "auto-draft" || e.item.Type == "" {
			return nil
		}
		r.item(made, &e.item)
	case "author":
		t := e.term
		made.Kind, made.Key = mapping.Author, r.key("author", t.Login)
		set(made, mapping.Slug, slugOf(t.Login))
		set(made, mapping.Title, cmp.Or(t.DisplayName, t.Login))
		set(made, "email", t.Email)
		set(made, mapping.Status, "published")
	case "category":
		r.term(made, mapping.Category, e.term.CategorySlug, e.term.CategoryName, e.term.CategoryDescription)
	case "tag":
		r.term(made, mapping.Tag, e.term.TagSlug, e.term.TagName, e.term.TagDescription)
	default:
		return nil
	}
	return made
}

// key identifies a record among all sites.
func (r *Reader) key(parts ...string) string {
	return "wordpress " + r.site + " " + strings.Join(parts, " ")
}

func (r *Reader) term(made *mapping.Record, kind, slug, name, description string) {
	made.Kind, made.Key = kind, r.key(kind, slug)
	set(made, mapping.Slug, unescaped(slug))
	set(made, mapping.Title, html.UnescapeString(name))
	set(made, mapping.Description, mapping.HTML(description))
	set(made, mapping.Status, "published")
}

// set sets a field that has a value.
func set[T ~string](made *mapping.Record, name string, text T) {
	if trimmed := T(strings.TrimSpace(string(text))); trimmed != "" {
		made.Fields[name] = trimmed
	}
}

func (r *Reader) item(made *mapping.Record, i *item) {
	made.Kind, made.Key = i.Type, r.key("post", i.ID)
	set(made, mapping.Title, html.UnescapeString(i.Title))
	set(made, mapping.Slug, cmp.Or(unescaped(i.Name), slugOf(i.Title), i.Type+"-"+i.ID))
	set(made, mapping.Body, mapping.HTML(paragraphs(i.text(false))))
	set(made, mapping.Summary, mapping.HTML(paragraphs(i.text(true))))
	set(made, mapping.Link, i.Link)
	set(made, mapping.Status, statusOf(i))
	set(made, mapping.AuthorSlug, slugOf(i.Creator))
	set(made, mapping.AuthorName, cmp.Or(r.authors[i.Creator], i.Creator))
	set(made, "type", i.Type)
	if thumbnail, ok := r.images[i.meta("_thumbnail_id")]; ok {
		set(made, mapping.Image, thumbnail.address)
		set(made, mapping.ImageAlt, thumbnail.alt)
	}
	if at, ok := date(i.DateGMT, i.Date, i.PubDate); ok {
		made.Fields[mapping.Created], made.Fields[mapping.Published] = at, at
	}
	if at, ok := date(i.Modified); ok {
		made.Fields[mapping.Updated] = at
	}
	terms(made, i, "category", mapping.Categories, "categoryNames")
	terms(made, i, "post_tag", mapping.Tags, "tagNames")
}

func terms(made *mapping.Record, i *item, domain, slugs, names string) {
	var bySlug, byName []string
	for _, t := range i.Terms {
		if t.Domain == domain {
			bySlug = append(bySlug, unescaped(t.Slug))
			byName = append(byName, html.UnescapeString(t.Name))
		}
	}
	if bySlug != nil {
		made.Fields[slugs], made.Fields[names] = bySlug, byName
	}
}

// statusOf is the state of an entry. What not everybody could read is a draft.
func statusOf(i *item) string {
	switch {
	case i.Status == "trash":
		return "archived"
	case i.Status == "publish" && i.Password == "":
		return "published"
	}
	return "draft"
}

// date is the first of some times that there is, in UTC.
func date(texts ...string) (time.Time, bool) {
	for _, text := range texts {
		if strings.HasPrefix(text, "0000") || strings.TrimSpace(text) == "" {
			continue
		}
		if at, ok := mapping.ParseTime(text, time.UTC); ok {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// unescaped is a slug as it is read: WordPress keeps other letters than ASCII as they
// stand in addresses.
func unescaped(slug string) string {
	if plain, err := url.PathUnescape(slug); err == nil {
		return plain
	}
	return slug
}

// slugOf makes a slug of a name or title.
func slugOf(name string) string {
	words := strings.FieldsFunc(strings.ToLower(html.UnescapeString(name)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

var (
	captions = lazyregexp.New(`\[/?caption[^\]]*\]`)
	blanks   = lazyregexp.New(`\r?\n[ \t]*\r?\n\s*`)
)

// paragraphs is the content as HTML: the classic editor leaves paragraphs out, which
// are then what blank lines separate.
func paragraphs(text string) string {
	text = captions.ReplaceAllString(text, "")
	if strings.TrimSpace(text) == "" || strings.Contains(text, "<!-- wp:") || strings.Contains(text, "<p>") || strings.Contains(text, "<p ") {
		return text
	}
	var made strings.Builder
	for part := range strings.SplitSeq(blanks.ReplaceAllString(strings.TrimSpace(text), "\n\n"), "\n\n") {
		if startsBlock(part) {
			made.WriteString(part + "\n")
			continue
		}
		made.WriteString("<p>" + strings.ReplaceAll(part, "\n", "<br>\n") + "</p>\n")
	}
	return made.String()
}

var blocks = lazyregexp.New(`^(?i)<(h[1-6]|ul|ol|table|blockquote|pre|div|figure|hr|section)\b`)

func startsBlock(text string) bool { return blocks.MatchString(text) }
