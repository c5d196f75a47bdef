// The script of openapi_test.go, with a client by oapi-codegen.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/quartet-dev/quartet/tools/openapi/site"
)

func main() {
	ctx := context.Background()
	client, err := site.NewClientWithResponses(os.Getenv("SITE"))
	if err != nil {
		log.Fatal(err)
	}
	read(ctx, client)
	write(ctx, client)
}

// read reads the first page, and then page by page.
func read(ctx context.Context, client *site.ClientWithResponses) {
	show, slugs := 2, map[string]bool{}
	for cursor := (*string)(nil); ; {
		page, err := client.ViewPostsWithResponse(ctx, &site.ViewPostsParams{Locale: site.ViewPostsParamsLocaleEn, Show: &show, Cursor: cursor})
		if err != nil || page.JSON200 == nil {
			log.Fatal(err, page)
		}
		for _, row := range page.JSON200.Data.Rows {
			slugs[row.Slug] = true
		}
		if cursor = page.JSON200.Data.NextCursor; cursor == nil {
			break
		}
	}
	if len(slugs) <= show {
		log.Fatal(slugs)
	}
}

// write writes once; the second time is a typed error.
func write(ctx context.Context, client *site.ClientWithResponses) {
	email, subject := openapi_types.Email("go@tea.example"), "Kettles"
	suggestion := site.SuggestHttpJSONRequestBody{Message: "More about kettles.", Email: &email, Subject: &subject}
	written, err := client.SuggestHttpWithResponse(ctx, suggestion)
	if err != nil || written.StatusCode() != http.StatusOK || written.JSON200.Data.Id == "" {
		log.Fatal(err, written)
	}
	twice, err := client.SuggestHttpWithResponse(ctx, suggestion)
	if err != nil || twice.JSON409 == nil || twice.JSON409.Diagnostic.Code != site.CONFLICT {
		log.Fatal(err, twice)
	}
}
