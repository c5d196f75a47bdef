package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// Chinese texts are written for readers in Taiwan: in the words that are used there, with
// full-width punctuation, and with no English sentence among them (decision 335).
func TestChineseProse(t *testing.T) {
	hold(t, chineseTexts(t), 1500, chineseRefusals(t), chineseProblems)
}

// The check must be able to fail.
func TestChineseProseIsRefused(t *testing.T) {
	bad := []string{
		"保存草稿", "請登錄", "該用戶不存在", "默認欄位", "\u60a8的帳號", "已刪除,無法復原", "無法儲存(離線)", "已刪除.", "这是草稿", "Please sign in to continue", "請 sign in again now",
	}
	good := []string{
		"在用戶端貼上網址，例如 https://example.com/；開頭須為 http。", "密鑰請妥善保存。", "{count}／{most} 字元", "在 quartet.yaml 的 media 或環境變數 MEDIA_URL 指定儲存空間：file:<資料夾>。", "OK", "HTML 原文",
	}
	tellApart(t, bad, good, chineseRefusals(t), chineseProblems)
}

func chineseRefusals(t *testing.T) []refused {
	t.Helper()
	return refusalsIn(t, "testdata/prose-zh.txt", 50)
}

// english are three words of English prose in a row.
var english = regexp.MustCompile(`(?:\b[A-Z]?[a-z]{2,}\b[ ,]+){2}\b[a-z]{2,}\b`)

// isCommand is what somebody types, which is not translated.
var isCommand = regexp.MustCompile(`quartet [a-z-]+(?: [a-z-]+)*|\{[^}]*\}|<[^>]*>`)

func chineseProblems(words string, rules []refused) (all []string) {
	all = phrasesIn(words, rules)
	if found := english.FindString(isCommand.ReplaceAllString(words, "")); found != "" {
		all = append(all, fmt.Sprintf("%q is English, in: %s", found, words))
	}
	return all
}

// chineseTexts are those of Admin, of the pages to sign in, of emails and of the theme.
func chineseTexts(t *testing.T) (all []text) {
	t.Helper()
	all = append(textsOfAdmin(t, "zh-TW"), signInTexts(t)...)
	return append(append(all, mailTexts(t)...), themeTexts(t)...)
}

func signInTexts(t *testing.T) []text {
	return catalogueTexts(t, "../internal/identity/page/messages/zh-TW.json")
}

func themeTexts(t *testing.T) []text {
	return catalogueTexts(t, "../internal/pages/theme/files/locales/zh-TW.yaml")
}

// catalogueTexts are those of a file that has each by its key; JSON is YAML, too.
func catalogueTexts(t *testing.T, path string) (all []text) {
	t.Helper()
	said := map[string]string{}
	if err := yaml.Unmarshal([]byte(read(t, path)), &said); err != nil {
		t.Fatal(err)
	}
	for key, words := range said {
		all = append(all, text{path + ": " + key, words})
	}
	return all
}

var (
	chinese  = regexp.MustCompile(`\p{Han}`)
	ofMail   = regexp.MustCompile(`\{\{[^}]*\}\}`)
	mailFile = "../internal/mail/translation.go"
)

// mailTexts are the literals of the catalogue of emails that are Chinese.
func mailTexts(t *testing.T) (all []text) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, mailFile, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if ok && literal.Kind == token.STRING && chinese.MatchString(literal.Value) {
			said, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text{files.Position(literal.Pos()).String(), ofMail.ReplaceAllString(said, "")})
		}
		return true
	})
	return all
}

// textsOfAdmin are the texts of the Admin application in a language.
func textsOfAdmin(t *testing.T, language string) (all []text) {
	t.Helper()
	for _, path := range filesBelow(t, "../admin/src/i18n/"+language, ".ts") {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(source), "\n") {
			if _, value, isText := strings.Cut(line, "': "); isText {
				line = value
			}
			for _, found := range quoted.FindAllStringSubmatch(line, -1) {
				all = append(all, text{fmt.Sprintf("%s:%d", path, i+1), found[1] + found[2]})
			}
		}
	}
	return all
}
