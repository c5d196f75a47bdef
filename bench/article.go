package main

import (
	"fmt"
	"strings"
)

// article is one row of the pages, the same for Quartet and for the floor: a text
// of some 2 KiB in Markdown, as a newspaper has it.
type article struct {
	post
	summary string
}

const articleBody = `The *first* infusion is poured away, the **second** is for the guests. See [the notes](https://tea.example/notes)
for what the old masters made of it, and ` + "`water.temp`" + ` for the number.

## Water

` + prose + `

- Spring water, from [the hill](/en/articles) above the village
- Rain that was kept in *stone*
- Well water, boiled **twice**

## Leaves

` + prose + `

| Leaf | Water | Minutes |
| --- | --- | --- |
| Green | 80 °C | 2 |
| Oolong | 90 °C | 3 |
| Black | 96 °C | 4 |

> Leaves that were picked before the sun stood high wither until noon.

` + "```" + `
boil(water); wait(3 * minute)
` + "```" + `

` + prose + `
`

const prose = `Leaves that were picked before the sun stood high wither on bamboo trays until noon. What is left of their water goes in the
pan, which an old hand turns without looking, since the *sound* says when to stop. Nobody writes that down; who learns it
learns it by **standing beside** somebody for a summer or two, and by burning what was meant for the market.`

func makeArticle(i int) article {
	p := makePost(i)
	p.body = articleBody
	return article{p, fmt.Sprintf("What part %d has to say of water, leaves and the time between them; a summary of one line.", i/2)}
}

// articlePaths are the pages of all articles, each once.
func articlePaths(rows int) []string {
	paths := make([]string, rows)
	for i := range paths {
		p := makePost(i)
		paths[i] = strings.Join([]string{"", p.locale, "articles", p.slug}, "/")
	}
	return paths
}
