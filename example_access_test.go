package quartet_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet"
)

// A route of the program's own takes access tokens of the site's users, for a
// resource that quartet.yaml names under auth.oauthProvider.resources.
func ExampleService_VerifyOAuthAccessToken() {
	var service *quartet.Service
	brew := func(w http.ResponseWriter, r *http.Request) {
		access, err := service.VerifyOAuthAccessToken(r, "https://tea.example/tools", "brew")
		var refused *quartet.TokenRefusal
		switch {
		case errors.As(err, &refused):
			w.Header().Set("WWW-Authenticate", refused.Challenge)
			if refused.Nonce != "" {
				w.Header().Set("DPoP-Nonce", refused.Nonce)
			}
			http.Error(w, refused.Message, refused.Status)
		case err != nil:
			http.Error(w, "Try again.", http.StatusServiceUnavailable)
		default:
			fmt.Fprintln(w, "Brewing for", access.UserID)
		}
	}
	var err error
	service, err = quartet.Open(context.Background(), quartet.Options{
		Dir: "my-site", Mount: []quartet.Route{{Method: "POST", Path: "/tools/brew", Handler: http.HandlerFunc(brew)}},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer service.Close()
}

// A key for a machine, which counts for ninety days.
func ExampleAPIKeys_Create() {
	ctx := context.Background()
	keys, err := quartet.OpenAPIKeys(ctx, quartet.Options{Dir: "my-site"})
	if err != nil {
		log.Fatal(err)
	}
	defer keys.Close()
	_, secret, err := keys.Create(ctx, quartet.NewAPIKey{
		Name: "import", Scopes: []string{"notes.write"}, Expires: time.Now().AddDate(0, 0, 90),
	})
	if err != nil {
		log.Print(err) // AUTH_DENIED while there is no owner
		return
	}
	fmt.Println(secret) // shown here alone
}
