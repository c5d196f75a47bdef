package main

import (
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// The rows of the floor's pages, and the five queries that its two pages need.
const (
	articleTable = `
CREATE TABLE articles (id TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, updatedAt INTEGER NOT NULL,
  slug TEXT, locale TEXT, title TEXT, summary TEXT, body TEXT, publishedAt INTEGER);
CREATE UNIQUE INDEX articles_slug ON articles (slug, locale);
CREATE INDEX articles_newest ON articles (status, locale, updatedAt, id);`
	insertArticle = `INSERT INTO articles VALUES (?, 'published', ?, ?, ?, ?, ?, ?, ?)`

	cardColumns = `SELECT id, slug, title, summary, publishedAt, updatedAt FROM articles WHERE `
	ofLocale    = `status = 'published' AND locale = ? `
	newestFirst = `ORDER BY updatedAt DESC, id DESC LIMIT `
)

var pageQueries = map[string]string{
	"entry":      `SELECT id, slug, title, summary, publishedAt, updatedAt, body FROM articles WHERE slug = ? AND locale = ? AND status = 'published'`,
	"alternates": `SELECT locale FROM articles WHERE slug = ? AND +status = 'published'`,
	"older":      cardColumns + ofLocale + `AND (updatedAt, id) < (?, ?) ` + newestFirst + `1`,
	"newer":      cardColumns + ofLocale + `AND (updatedAt, id) > (?, ?) ORDER BY updatedAt, id LIMIT 1`,
	"list":       cardColumns + ofLocale + `AND (updatedAt, id) < (?, ?) ` + newestFirst + `21`,
}

// pageReader is a connection with its statements.
type pageReader map[string]*sqlite3.Stmt

func newPageReader(file string) (pageReader, error) {
	c, err := openFloor(file)
	if err != nil {
		return nil, err
	}
	r := make(pageReader)
	for name, query := range pageQueries {
		if r[name], _, err = c.Prepare(query); err != nil {
			return nil, fmt.Errorf("prepare %s: %w", name, err)
		}
	}
	return r, nil
}

// entries reads what a query finds.
func (r pageReader) entries(query, locale string, values ...any) (found []*page.Entry, err error) {
	s := r[query]
	if err := bind(s, values...); err != nil {
		return nil, err
	}
	for s.Step() {
		e := &page.Entry{
			ID: s.ColumnText(0), Slug: s.ColumnText(1), Title: s.ColumnText(2), Description: s.ColumnText(3),
			PublishedAt: timeOf(s.ColumnInt64(4)), UpdatedAt: timeOf(s.ColumnInt64(5)), ChangedAt: s.ColumnInt64(5),
			Locale: locale, Collection: "articles", TitleField: "title", Described: "summary",
		}
		e.URL = strings.Join([]string{"", locale, "articles", e.Slug}, "/")
		if s.ColumnCount() > 6 {
			e.Body = s.ColumnText(6)
		}
		found = append(found, e)
	}
	return found, s.Reset()
}

func (r pageReader) locales(slug string) (found []string, err error) {
	s := r["alternates"]
	if err := bind(s, slug); err != nil {
		return nil, err
	}
	for s.Step() {
		found = append(found, s.ColumnText(0))
	}
	return found, s.Reset()
}

// fillArticles makes the floor's articles.
func fillArticles(file string, rows int) error {
	c, err := openFloor(file)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // a broken file fails the run that follows
	if err := c.Exec(articleTable + `; BEGIN`); err != nil {
		return err
	}
	s, _, err := c.Prepare(insertArticle)
	if err != nil {
		return err
	}
	for i := range rows {
		a := makeArticle(i)
		if err := bind(s, a.id, a.publishedAt, a.slug, a.locale, a.title, a.summary, a.body, a.publishedAt); err != nil {
			return err
		}
		if err := s.Exec(); err != nil {
			return err
		}
	}
	if err := s.Close(); err != nil {
		return err
	}
	return c.Exec(`COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
}
