package settings

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// CORS is where front ends of the site run beside its own origin. The zero value is
// nowhere.
type CORS struct {
	Origins     []string `json:"origins"`     // exact, as browsers send them
	Credentials []string `json:"credentials"` // those of Origins that may send the session cookie
}

var corsMapping = mapping(
	required("origins", distinct(listOf(text(origin)))),
	optional("credentials", distinct(listOf(text(origin)))),
)

// corsKeys also wants every origin that may send cookies among those that may send
// anything.
var corsKeys = rule{form: corsMapping.form, check: func(r *reader, pointer string, n *yamldoc.Node) {
	corsMapping.check(r, pointer, n)
	origins := textsOf(n.Field("origins"))
	for i, each := range textsOf(n.Field("credentials")) {
		if slices.Contains(origins, each) || !isOrigin(each) {
			continue
		}
		pointer := pointer + "/credentials/" + strconv.Itoa(i)
		d := r.refuse(n.Field("credentials").Value.Items[i].Pos, pointer, "The origin is not in cors.origins.")
		d.Expected, d.Suggestion = origins, diag.Nearest(each, origins)
	}
}}

// textsOf are the items of a list, "" for what is no text.
func textsOf(f *yamldoc.Field) []string {
	if f == nil {
		return nil
	}
	texts := make([]string, len(f.Value.Items))
	for i, each := range f.Value.Items {
		texts[i], _ = each.Value.(string)
	}
	return texts
}

// distinct refuses the texts of a list that were there before.
func distinct(list rule) rule {
	return rule{form: list.form, check: func(r *reader, pointer string, n *yamldoc.Node) {
		list.check(r, pointer, n)
		texts := textsOf(&yamldoc.Field{Value: n})
		for i, each := range texts {
			if each != "" && slices.Index(texts, each) < i {
				r.refuse(n.Items[i].Pos, pointer+"/"+strconv.Itoa(i), "The value is in the list twice.").Suggestion = "Remove it."
			}
		}
	}}
}

// nearestOrigin is the origin that a text was probably meant to be, or "".
func nearestOrigin(value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
	if !strings.Contains(value, "://") && strings.Contains(value, ".") {
		value = "https://" + value
	}
	u, err := url.Parse(value)
	if err != nil {
		return ""
	}
	usual := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]
	host := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(u.Host, usual), ":"), ".")
	for _, scheme := range []string{u.Scheme, "https"} {
		if meant := scheme + "://" + host; isOrigin(meant) {
			return meant
		}
	}
	return ""
}
