package e2e_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// journeys are what staff do from end to end: a script of admin/ each, with the
// example that it works on and the files that it needs beside those.
var journeys = []struct {
	script, example string
	added           files
}{
	{"accent", "publication", colored("#ffff00")},
	{"article", "publication", nil},
	{"article-keys", "publication", nil},
	{"articles-once", "publication", nil},
	{"autosave", "publication", nil},
	{"bin", "publication", nil},
	{"bulk", "publication", nil},
	{"cards", "publication", files{"manifests/guides.yaml": guides}},
	{"conflict", "publication", nil},
	{"contributor", "publication", purposes("")},
	{"deferred", "commerce", failing},
	{"gallery", "publication", with(pictured(), files{"seed/more.yaml": manyPosts(1200)})},
	{"home", "publication", nil},
	{"drafts", "publication", nil},
	{"interfaces", "commerce", nil},
	{"invitation", "publication", nil},
	{"keyboard", "publication", files{"seed/more.yaml": manyPosts(5000)}},
	{"lists", "publication", files{"seed/more.yaml": manyPosts(1200)}},
	{"lists-keys", "publication", files{"seed/more.yaml": manyPosts(1200)}},
	{"live-preview", "publication", nil},
	{"media", "publication", purposes(covers)},
	{"media-in-entries", "publication", pictured()},
	{"medialess", "publication", purposes("")},
	{"offline", "publication", nil},
	{"months", "publication", files{"seed/more.yaml": manyPosts(1200)}},
	{"narrow", "publication", with(pictured(), files{"seed/more.yaml": manyPosts(30)})},
	{"operation", "commerce", nil},
	{"palette", "publication", nil},
	{"preview", "intake", nil},
	{"publish", "publication", nil},
	{"releases", "publication", nil},
	{"quoted", "publication", nil},
	{"references", "publication", nil},
	{"report", "commerce", nil},
	{"revoked", "publication", nil},
	{"schedule", "publication", nil},
	{"schedule-article", "publication", nil},
	{"settings", "publication", nil},
	{"sign-in", "publication", nil},
	{"tags", "publication", nil},
	{"taken-back", "commerce", lending},
	{"together", "publication", nil},
	{"slow", "publication", with(purposes(""), files{"seed/more.yaml": manyPosts(120)})},
	{"versions", "publication", nil},
	{"writing", "publication", pictured()},
	{"writing-kept", "publication", pictured()},
	{"writing-keys", "publication", pictured()},
}

// guides are made of blocks of several kinds: by $ref and in place, with a title
// and without, with blocks inside.
const guides = `apiVersion: quartet/v1
kind: Schema
metadata: { name: guides }
spec:
  title: { en: Guides, zh-TW: 指南 }
  schema:
    type: object
    required: [title, blocks]
    properties:
      title: { type: string, title: { en: Title, zh-TW: 標題 }, minLength: 1, maxLength: 80 }
      blocks: { type: array, title: { en: Blocks, zh-TW: 內容區塊 }, items: { $ref: '#/$defs/block' } }
      day: { type: string, format: date, title: { en: Day, zh-TW: 日期 } }
      closing:
        title: { en: Closing, zh-TW: 結尾 }
        oneOf:
          - { type: object, title: { en: Note, zh-TW: 附註 }, required: [as], properties: { as: { const: note }, remark: { type: string, title: { en: Remark, zh-TW: 說明 }, maxLength: 200 } } }
          - { type: object, title: { en: Link, zh-TW: 連結 }, required: [as, address], properties: { as: { const: link }, address: { type: string, title: { en: Address, zh-TW: 網址 }, format: uri } } }
    $defs:
      words: { type: string, minLength: 1, maxLength: 400 }
      quote:
        type: object
        title: { en: Quotation, zh-TW: 引文 }
        required: [kind, words]
        properties:
          kind: { const: quote }
          words: { $ref: '#/$defs/words', title: { en: Words, zh-TW: 引用的話 } }
          by: { type: string, title: { en: Said by, zh-TW: 出自 }, maxLength: 80 }
      block:
        oneOf:
          - { $ref: '#/$defs/quote' }
          - type: object
            title: { en: Steps, zh-TW: 步驟 }
            required: [kind, steps]
            properties:
              kind: { const: steps }
              steps:
                type: array
                title: { en: Steps, zh-TW: 步驟 }
                minItems: 1
                items: { type: object, required: [words], properties: { words: { $ref: '#/$defs/words', title: { en: Words of the step, zh-TW: 步驟內容 } } } }
          - { type: object, required: [fact, value], properties: { fact: { const: bare-fact }, value: { type: integer } } }
          - type: object
            title: { en: Section, zh-TW: 段落 }
            required: [kind, heading]
            properties:
              kind: { const: section }
              heading: { type: string, title: { en: Heading, zh-TW: 小標 }, minLength: 1, maxLength: 80 }
              blocks: { type: array, title: { en: Blocks, zh-TW: 內容區塊 }, items: { $ref: '#/$defs/block' } }
`

// covers are what the files of a site are for.
const covers = `  media:
    purposes:
      - { name: cover, required: [webp, jpeg], maxBytes: { image/webp: 2000000, image/jpeg: 2000000 } }
      - { name: document, required: [application/pdf], maxBytes: { application/pdf: 1000000 } }
`

var ownPurposes = regexp.MustCompile(`(?m)^  media:\n(    .*\n)+`)

// purposes are the settings of publication with these in the place of its own,
// and without its pictures; none for "".
func purposes(declared string) files {
	settings, err := os.ReadFile("../examples/publication/quartet.yaml")
	if err != nil {
		panic(err)
	}
	text := ownPurposes.ReplaceAllString(string(settings), "")
	return files{"quartet.yaml": strings.Replace(text, "site:\n", "site:\n"+declared, 1) + more, "seed/media.yaml": "# None.\n"}
}

// colored is publication in a color of its own.
func colored(color string) files {
	settings, err := os.ReadFile("../examples/publication/quartet.yaml")
	if err != nil {
		panic(err)
	}
	return files{"quartet.yaml": strings.Replace(string(settings), "site:\n", "site:\n  accentColor: \""+color+"\"\n", 1) + more}
}

// with is files and others beside them.
func with(some, others files) files {
	maps.Copy(some, others)
	return some
}

// pictured is publication with a purpose for files, and with a rich text among
// the properties of a post.
func pictured() files {
	const declared = `  media:
    purposes:
      - { name: picture, required: [webp, jpeg], maxBytes: { image/webp: 300000, image/jpeg: 400000 } }
`
	articles, err := os.ReadFile("../examples/publication/manifests/articles.yaml")
	if err != nil {
		panic(err)
	}
	const notes = "      notes: { type: string, title: Notes, maxLength: 5000, x-mcp-hint: richtext }\n"
	added := purposes(declared)
	added["manifests/articles.yaml"] = strings.Replace(string(articles), "      cover:\n", notes+"      cover:\n", 1)
	return added
}

func TestJourneys(t *testing.T) {
	t.Parallel()
	environment := append(browser(t), "PROGRAM="+program)
	scripts(t, "admin", len(journeys))
	for _, each := range journeys {
		t.Run(each.script, func(t *testing.T) {
			t.Parallel()
			serve(t, each.example, each.added).play(t, filepath.Join("admin", each.script+".mjs"), environment...)
		})
	}
}

// TestLighthouse measures, so that nothing of this package runs beside it: it is
// not parallel, and what is waits for it (decision 98).
func TestLighthouse(t *testing.T) {
	serve(t, "publication", nil).play(t, "lighthouse.mjs", chromium(t)...)
}

// manyPosts are seeds: drafts with slugs from leaf-0000.
func manyPosts(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "---\ncollection: posts\ndata: { slug: leaf-%04d, publishedAt: %d, author: thomas-hale }\n", i, 1_600_000_000_000+i)
	}
	return b.String()
}
