package document

import (
	"encoding/json"
	"io"

	"github.com/quartet-dev/quartet/asset"
)

// JSONFeedType is the content type of a JSON feed.
const JSONFeedType = "application/feed+json; charset=utf-8"

type jsonFeed struct {
	Version     string       `json:"version"`
	Title       string       `json:"title"`
	HomePage    string       `json:"home_page_url,omitempty"`
	FeedURL     string       `json:"feed_url,omitempty"`
	Description string       `json:"description,omitempty"`
	NextURL     string       `json:"next_url,omitempty"`
	Language    string       `json:"language,omitempty"`
	Authors     []jsonAuthor `json:"authors,omitempty"`
	Items       []jsonItem   `json:"items"`
}

type jsonItem struct {
	ID        string       `json:"id"`
	URL       string       `json:"url,omitempty"`
	Title     string       `json:"title,omitempty"`
	Content   string       `json:"content_html"`
	Summary   string       `json:"summary,omitempty"`
	Image     string       `json:"image,omitempty"`
	Published string       `json:"date_published,omitempty"`
	Modified  string       `json:"date_modified,omitempty"`
	Authors   []jsonAuthor `json:"authors,omitempty"`
	Language  string       `json:"language,omitempty"`

	Attachments []jsonAttachment `json:"attachments,omitempty"`
}

type jsonAttachment struct {
	URL      string `json:"url"`
	MimeType string `json:"mime_type"`
	Bytes    int64  `json:"size_in_bytes,omitempty"`
}

type jsonAuthor struct {
	Name string `json:"name"`
}

// JSONFeed writes a feed in the form of JSON Feed 1.1.
func JSONFeed(w io.Writer, f *Feed) error {
	feed := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: f.name(), HomePage: f.at(f.Page), FeedURL: f.self(),
		Description: f.Description, NextURL: f.at(f.Next), Language: f.Lang, Authors: authors(f.author()),
		Items: make([]jsonItem, len(f.Items)),
	}
	for i, each := range f.Items {
		e := each.Entry
		feed.Items[i] = jsonItem{
			ID: ID(e), URL: f.at(e.URL), Title: e.Title, Content: each.HTML, Summary: e.Description, Image: f.at(each.Image),
			Published: stamp(e.PublishedAt), Modified: stamp(e.UpdatedAt), Authors: authors(each.Author), Language: e.Lang,
			Attachments: f.attachments(each.Attachments),
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(feed)
}

func (f *Feed) attachments(of []*asset.Variant) (all []jsonAttachment) {
	for _, each := range of {
		all = append(all, jsonAttachment{URL: f.at(each.URL), MimeType: each.MimeType, Bytes: each.ByteSize})
	}
	return all
}

func authors(name string) []jsonAuthor {
	if name == "" {
		return nil
	}
	return []jsonAuthor{{name}}
}
