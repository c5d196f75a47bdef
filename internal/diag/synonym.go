package diag

import (
	"slices"
	"strings"
)

// Meant finds the word of a closed vocabulary that a written one stands for: one
// that other systems have for the same thing, or else the Nearest. It is "" where
// none is meant, also where one is near by chance: neq is the opposite of eq. For
// names that a site declares, which mean what their author likes, take Nearest.
func Meant(written string, vocabulary []string) string {
	folded := fold(written)
	for _, word := range vocabulary {
		if folded == fold(word) {
			return word // in another style
		}
	}
	if slices.Contains(foreign, folded) {
		return ""
	}
	for _, word := range synonyms[folded] {
		if slices.Contains(vocabulary, word) {
			return word
		}
	}
	return Nearest(written, vocabulary)
}

var styles = strings.NewReplacer("-", "", "_", "", " ", "", "$", "")

func fold(word string) string { return styles.Replace(strings.ToLower(word)) }

// foreign are words of other systems that have no counterpart, and are near to a
// word of the manifests by chance.
var foreign = []string{"ne", "neq", "nin", "not", "nor", "xor", "like", "regex", "between", "contains", "exists", "isnull"}

// synonyms are what people write who know other systems. Which of the words is
// meant depends on the place: the first that may stand there.
var synonyms = map[string][]string{
	// Ops of builtin handlers.
	"insert": {"create"}, "add": {"create"}, "new": {"create"}, "append": {"create"},
	"remove": {"delete"}, "destroy": {"delete"}, "drop": {"delete"}, "del": {"delete"},
	"patch": {"update", "PATCH"}, "edit": {"update"}, "modify": {"update"}, "change": {"update"}, "replace": {"update"},
	"save": {"upsert"}, "put": {"upsert", "PUT"}, "merge": {"upsert"}, "set": {"upsert"}, "unpublish": {"archive"},

	// Operators of filters.
	"equal": {"eq"}, "equals": {"eq"}, "is": {"eq"}, "=": {"eq"}, "==": {"eq"},
	">": {"gt"}, "greater": {"gt"}, "greaterthan": {"gt"}, "after": {"gt"},
	">=": {"gte"}, "ge": {"gte"}, "min": {"gte", "minimum"},
	"<": {"lt"}, "less": {"lt"}, "lessthan": {"lt"}, "before": {"lt"},
	"<=": {"lte"}, "le": {"lte"}, "max": {"lte", "maximum"},
	"all": {"and"}, "any": {"or"}, "&&": {"and"}, "||": {"or"},

	// Order.
	"descending": {"desc"}, "down": {"desc"}, "ascending": {"asc"}, "up": {"asc"},

	// Types and formats.
	"text": {"string"}, "str": {"string"}, "varchar": {"string"}, "char": {"string"},
	"int": {"integer"}, "bigint": {"integer"}, "long": {"integer"},
	"float": {"number"}, "double": {"number"}, "decimal": {"number"}, "real": {"number"}, "numeric": {"number"},
	"bool": {"boolean"}, "checkbox": {"boolean"},
	"list": {"array"}, "map": {"object"}, "dict": {"object"}, "json": {"object"}, "struct": {"object"},
	"datetime": {"date-time"}, "timestamp": {"date-time", "now"}, "iso8601": {"date-time"}, "rfc3339": {"date-time"},
	"mail": {"email"}, "emailaddress": {"email"}, "link": {"uri"}, "website": {"uri"}, "guid": {"uuid"},

	// Kinds of atoms.
	"collection": {"Schema", "from"}, "model": {"Schema"}, "entity": {"Schema"}, "contenttype": {"Schema"},
	"table": {"Schema", "from"}, "type": {"Schema", "kind"},
	"query": {"View", "sql"}, "report": {"View"},
	"action": {"Procedure"}, "mutation": {"Procedure"}, "function": {"Procedure"}, "operation": {"Procedure"}, "command": {"Procedure"},
	"route": {"Trigger", "path"}, "hook": {"Trigger"}, "webhook": {"Trigger"}, "event": {"Trigger", "on"}, "endpoint": {"Trigger"},

	// Keys.
	"where": {"filter"}, "filters": {"filter"}, "when": {"filter"}, "sort": {"orderBy"}, "order": {"orderBy"},
	"select": {"fields", "sql"}, "columns": {"fields"}, "projection": {"fields"},
	"args": {"params", "input"}, "arguments": {"params", "input"}, "parameters": {"params", "input"}, "variables": {"params"},
	"pagesize": {"limit"}, "take": {"limit"}, "label": {"title"}, "summary": {"description"}, "desc": {"description"},
	"unique": {"uniqueIndexes"}, "index": {"indexes"}, "properties": {"schema"}, "jsonschema": {"schema"},
	"auth": {"requires"}, "permissions": {"requires"}, "access": {"requires", "surface"}, "visibility": {"surface"},
	"request": {"input"}, "body": {"input"}, "payload": {"input"}, "response": {"output"}, "result": {"output"}, "returns": {"output"},
	"run": {"handler"}, "resolver": {"handler"}, "steps": {"handler"}, "call": {"target"}, "procedure": {"target"},
	"url": {"uri", "path"}, "verb": {"method"}, "events": {"on"}, "onerror": {"errorPolicy"}, "operator": {"op"}, "version": {"apiVersion"},

	// Surfaces, lifecycles, error policies and what is stamped.
	"private": {"staff"}, "internal": {"staff"}, "admin": {"staff"}, "open": {"public"}, "anonymous": {"public"}, "everyone": {"public"},
	"draft": {"publishing"}, "publish": {"publishing"}, "drafts": {"publishing"}, "editorial": {"publishing"}, "content": {"publishing"},
	"record": {"operational"},
	"fail":   {"abort"}, "stop": {"abort"}, "rollback": {"abort"}, "ignore": {"continue"}, "skip": {"continue"}, "log": {"continue"},
	"user": {"ctx.user"}, "userid": {"ctx.user"}, "me": {"ctx.user"}, "author": {"ctx.user"}, "owner": {"ctx.user", "owner"},
	"createdat": {"now"}, "updatedat": {"now"}, "date": {"now"}, "time": {"now"},
	"authenticated": {"ctx.auth"}, "loggedin": {"ctx.user"}, "signedin": {"ctx.user"},

	// Sources of Triggers and their hooks.
	"rest": {"http"}, "https": {"http"}, "api": {"http"}, "tool": {"mcp"}, "agent": {"mcp"},
	"oncreate": {"after_create"}, "onupdate": {"after_update"}, "ondelete": {"after_delete"}, "onpublish": {"after_publish"},
	"created": {"after_create"}, "updated": {"after_update"}, "deleted": {"after_delete"}, "published": {"after_publish", "publishing"},
	"beforeinsert": {"before_create"}, "afterinsert": {"after_create"},
	"code": {"ref"}, "native": {"ref"}, "javascript": {"ref"}, "crud": {"builtin"}, "builtins": {"builtin"},
}
