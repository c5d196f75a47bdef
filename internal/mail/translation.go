package mail

import (
	"strings"
	"text/template"

	"golang.org/x/text/language"

	"github.com/quartet-dev/quartet/internal/principal"
)

// messageText are the texts of one message. In a translation they are templates over
// templateData.
type messageText struct {
	Subject string
	Heading string
	Lead    string
	Button  string // of the link, where there is one
	Note    string
}

// templateData is what texts may name: single lines all of them.
type templateData struct {
	Site, Inviter, Role, Code string
	Title, At, Reason         string
	Publish, Release          bool
	By, Quote                 string // of a mention
}

// translation is everything that is said in one language. Another language is
// another one in translations.
type translation struct {
	language language.Tag
	roles    map[principal.Role]string // what staff roles are called
	messages map[kind]messageText
}

// translations has the one for everybody else first.
var translations = []translation{english, traditionalChinese}

var english = translation{
	language: language.English,
	roles:    map[principal.Role]string{principal.Owner: "owner", principal.Editor: "editor", principal.Contributor: "contributor"},
	messages: map[kind]messageText{
		codeMessage: {
			Subject: "{{.Code}} is your sign-in code for {{.Site}}",
			Heading: "Your sign-in code",
			Lead:    "Enter this code to sign in to {{.Site}}:",
			Note:    "The code works once, within 5 minutes. If you did not ask for it, ignore this email: nobody can sign in without the code.",
		},
		linkMessage: {
			Subject: "Sign in to {{.Site}}",
			Heading: "Sign in to {{.Site}}",
			Lead:    "Open this link on the device where you want to be signed in:",
			Button:  "Sign in",
			Note:    "The link works once, within 5 minutes. If you did not ask for it, ignore this email: nobody can sign in without the link.",
		},
		invitationMessage: {
			Subject: "You are invited to {{.Site}}",
			Heading: "You are invited to {{.Site}}",
			Lead:    "{{if .Inviter}}{{.Inviter}} invites you{{else}}You are invited{{end}} to work on {{.Site}}, in the role of {{.Role}}. Sign in with this email address to accept:",
			Button:  "Accept",
			Note:    "If you did not expect this, ignore this email. Nothing changes unless you accept.",
		},
		failedMoveMessage: {
			Subject: "“{{.Title}}” was not {{if .Publish}}published{{else}}unpublished{{end}}",
			Heading: "“{{.Title}}” was not {{if .Publish}}published{{else}}unpublished{{end}}",
			Lead:    "You had set it for {{.At}}. It was refused: {{.Reason}} {{if .Release}}None of the entries has changed{{else}}The entry has not changed{{end}}:",
			Button:  "{{if .Release}}Open the release{{else}}Open the entry{{end}}",
			Note:    "You get this email because you set the time on {{.Site}}. Fix the problem and publish the {{if .Release}}release{{else}}entry{{end}} yourself, or set another time.",
		},
		mentionMessage: {
			Subject: "{{if .By}}{{.By}} mentioned you{{else}}You were mentioned{{end}}: {{.Title}}",
			Heading: "{{if .By}}{{.By}} mentioned you{{else}}You were mentioned{{end}}",
			Lead:    "In a comment on “{{.Title}}”: “{{.Quote}}”",
			Button:  "Open the comment",
			Note:    "You get this email because you work on {{.Site}}.",
		},
	},
}

var traditionalChinese = translation{
	language: language.MustParse("zh-TW"),
	roles:    map[principal.Role]string{principal.Owner: "擁有者", principal.Editor: "編輯", principal.Contributor: "投稿者"},
	messages: map[kind]messageText{
		codeMessage: {
			Subject: "{{.Code}} 是你登入 {{.Site}} 的驗證碼",
			Heading: "你的登入驗證碼",
			Lead:    "請輸入以下驗證碼，以登入 {{.Site}}：",
			Note:    "驗證碼於 5 分鐘內有效，且僅能使用一次。若你並未要求登入，請忽略這封郵件；沒有驗證碼，任何人都無法登入。",
		},
		linkMessage: {
			Subject: "登入 {{.Site}}",
			Heading: "登入 {{.Site}}",
			Lead:    "請在你要登入的裝置上開啟以下連結：",
			Button:  "登入",
			Note:    "連結於 5 分鐘內有效，且僅能使用一次。若你並未要求登入，請忽略這封郵件；沒有連結，任何人都無法登入。",
		},
		invitationMessage: {
			Subject: "{{.Site}} 邀請你加入",
			Heading: "{{.Site}} 邀請你加入",
			Lead:    "{{if .Inviter}}{{.Inviter}} 邀請你{{else}}誠摯邀請你{{end}}以「{{.Role}}」的身分加入 {{.Site}}。請以這個電子郵件地址登入，以接受邀請：",
			Button:  "接受邀請",
			Note:    "若你並未預期收到這封邀請，請忽略這封郵件；未經你同意，不會有任何變動。",
		},
		failedMoveMessage: {
			Subject: "「{{.Title}}」未能{{if .Publish}}發布{{else}}取消發布{{end}}",
			Heading: "「{{.Title}}」未能{{if .Publish}}發布{{else}}取消發布{{end}}",
			Lead:    "你將時間設定於 {{.At}}，但操作遭到拒絕：{{.Reason}} {{if .Release}}其中的內容都維持原狀{{else}}這筆內容維持原狀{{end}}：",
			Button:  "{{if .Release}}開啟發布計畫{{else}}開啟內容{{end}}",
			Note:    "你收到這封郵件，是因為你在 {{.Site}} 設定了時間。請修正問題後手動操作，或另設時間。",
		},
		mentionMessage: {
			Subject: "{{if .By}}{{.By}} 提到了你{{else}}有人提到了你{{end}}：{{.Title}}",
			Heading: "{{if .By}}{{.By}} 提到了你{{else}}有人提到了你{{end}}",
			Lead:    "在「{{.Title}}」的留言中：「{{.Quote}}」",
			Button:  "開啟留言",
			Note:    "你是 {{.Site}} 的工作人員，因此收到這封郵件。",
		},
	},
}

var nearest = language.NewMatcher(languages())

func languages() []language.Tag {
	tags := make([]language.Tag, len(translations))
	for i, each := range translations {
		tags[i] = each.language
	}
	return tags
}

// translationFor is the nearest to a locale, or to an Accept-Language list.
func translationFor(locale string) translation {
	_, i := language.MatchStrings(nearest, locale)
	return translations[i]
}

// role is what a role is called; one without a name is called as it is.
func (c translation) role(role string) string {
	if name, ok := c.roles[principal.Role(role)]; ok {
		return name
	}
	return singleLine(role)
}

// fill puts the data where the texts name them.
func (w messageText) fill(f templateData) (messageText, error) {
	for _, each := range []*string{&w.Subject, &w.Heading, &w.Lead, &w.Button, &w.Note} {
		parsed, err := template.New("").Parse(*each)
		if err != nil {
			return messageText{}, err
		}
		var filled strings.Builder
		if err := parsed.Execute(&filled, f); err != nil {
			return messageText{}, err
		}
		*each = filled.String()
	}
	return w, nil
}
