package settings

import (
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// settingsFile is quartet.yaml, key by key.
var settingsFile = mapping(
	optional("site", siteDefaults),
	optional("database", text(databaseURL)),
	optional("media", mediaKeys),
	optional("cacheScope", text(matches(cacheScope, "lower-case letters, digits and hyphens, at most 63, not beginning with a hyphen"))),
	optional("routes", routeKeys),
	optional("pages", mapping(optional("csp", cspKeys), optional("timeZone", text(timeZone)))),
	optional("cdn", cdnKinds),
	optional("cors", corsKeys),
	optional("auth", authKeys),
	optional("mail", mapping(required("from", text(mailbox)))),
	optional("trustedProxies", listOf(text(addressRange))),
	optional("rateLimit", mapping(optional("triggers", rateText))),
	optional("api", mapping(optional("openapi", flag))),
	optional("handlers", handlersKeys),
	optional("backup", backupKeys),
	optional("bin", mapping(optional("keepDays", wholeNumber(maxBinDays)))),
	optional("history", mapping(
		optional("keep", wholeNumber(maxVersions)),
		optional("keepPublished", wholeNumber(maxVersions)),
		optional("auditDays", wholeNumber(maxDays)),
	)),
)

var siteDefaults = rule{check: checkSite, form: func() Form { return mapping(siteKeys...).form() }}

// checkSite checks the shape of each key, then the rules of internal/site
// for those whose shape is right, and keeps what they declare.
func checkSite(r *reader, pointer string, n *yamldoc.Node) {
	if !r.isKind(n, yamldoc.Mapping, "a mapping", pointer) {
		return
	}
	sound := make(map[string]any)
	for i := range n.Fields {
		before := len(r.problems)
		if r.field(pointer, &n.Fields[i], siteKeys); len(r.problems) == before {
			sound[n.Fields[i].Key] = n.Fields[i].Value.Plain()
		}
	}
	if err := decode(sound, &r.site); err != nil {
		r.refuse(n.Pos, pointer, "The site cannot be read: "+err.Error()+".")
		return
	}
	for _, v := range r.site.Check() {
		_, place := n.Nearest(v.Pointer)
		d := r.refuse(place.Pos, pointer+v.Pointer, v.Message)
		*d = *d.WithCause(v.Err)
		d.Code, d.Value = v.Code, v.Value
		if v.Code == diag.InvalidLocale {
			d.Path = "site_config/locales"
		}
	}
}

var siteKeys = []key{
	optional("title", text()),
	optional("description", text()),
	optional("brand", text()),
	optional("origin", text()),
	optional("locales", listOf(text())),
	optional("icons", listOf(mapping(
		required("src", text()),
		optional("mimeType", text(notEmpty)),
		optional("sizes", listOf(text())),
		optional("theme", text(notEmpty)),
	))),
	optional("ga4MeasurementId", text()),
	optional("facebookPixelId", text()),
	optional("accentColor", accentRule),
	optional("media", mapping(optional("purposes", listOf(mapping(
		required("name", text()),
		required("required", listOf(text())),
		required("maxBytes", mapOf(number)),
	))))),
}

var authKeys = mapping(
	optional("methods", methodKeys),
	optional("bootstrapOwner", mapping(required("email", text(address)))),
	optional("trustedOrigins", listOf(text(origin))),
	optional("cookiePrefix", text(matches(cookiePrefix, "letters, digits, hyphens and underscores, at most 32, beginning with a letter or digit"))),
	optional("crossSubDomainCookies", mapping(required("enabled", flag), required("domain", text(domain)))),
	optional("oauthProvider", mapping(
		optional("loginPage", text(sitePath)),
		optional("consentPage", text(sitePath)),
		optional("scopes", listOf(text(scope))),
		optional("resources", listOf(text(httpsURL))),
	)),
	optional("rateLimit", mapping(
		optional("signIn", listOf(rateText)),
		optional("register", listOf(rateText)),
		optional("token", listOf(rateText)),
		optional("other", listOf(rateText)),
	)),
)

var rateText = text(matches(rate, "a count and a unit of time, such as 120/m or 2000/h"))
