package inspecttest

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

const (
	svgStart = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="4" height="3">`
	svgEnd   = `</svg>`
)

// svg is an SVG document around some elements.
func svg(content string) func() []byte { return of(svgStart, content, svgEnd) }

// inUTF16 is a text in UTF-16, with its mark.
func inUTF16(text string) string {
	b := "\xff\xfe"
	for _, u := range utf16.Encode([]rune(text)) {
		b += le16(int(u))
	}
	return b
}

func dataURL(mime string, file func() []byte) string {
	return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString(file())
}

// laughs are groups that each use the one before ten times.
func laughs(levels int) string {
	text := `<g id="l0"><rect/></g>`
	for i := range levels {
		from, to := string(rune('0'+i)), string(rune('1'+i))
		text += `<g id="l` + to + `">` + strings.Repeat(`<use href="#l`+from+`"/>`, 10) + `</g>`
	}
	return text
}

var hostileSVG = []Case{
	{"svg/script", "image/svg+xml", svg(`<script>alert(1)</script>`), harmful, 0, 0},
	{"svg/script with a prefix", "image/svg+xml", svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>`), harmful, 0, 0},
	{"svg/script in capitals", "image/svg+xml", svg(`<SCRIPT>alert(1)</SCRIPT>`), harmful, 0, 0},
	{"svg/script of HTML", "image/svg+xml", svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>`), harmful, 0, 0},
	{"svg/script from elsewhere", "image/svg+xml", svg(`<script href="//evil.example/x.js"/>`), harmful, 0, 0},
	{"svg/script in CDATA of a style", "image/svg+xml", svg(`<style><![CDATA[</style><script>alert(1)</script>]]></style><script/>`), harmful, 0, 0},
	{"svg/event attribute", "image/svg+xml", svg(`<rect onload="alert(1)"/>`), harmful, 0, 0},
	{"svg/event attribute of the root", "image/svg+xml", of(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), harmful, 0, 0},
	{"svg/event attribute in capitals", "image/svg+xml", svg(`<rect OnClick="alert(1)"/>`), harmful, 0, 0},
	{"svg/foreign object", "image/svg+xml", svg(`<foreignObject><p>x</p></foreignObject>`), harmful, 0, 0},
	{"svg/frame of HTML", "image/svg+xml", svg(`<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>`), harmful, 0, 0},
	{"svg/element that SVG does not have", "image/svg+xml", svg(`<marquee/>`), harmful, 0, 0},
	{"svg/MathML", "image/svg+xml", svg(`<m:maction xmlns:m="http://www.w3.org/1998/Math/MathML"/>`), harmful, 0, 0},
	{"svg/listener of XML events", "image/svg+xml", svg(`<e:listener xmlns:e="http://www.w3.org/2001/xml-events"/>`), harmful, 0, 0},
	{"svg/image from elsewhere", "image/svg+xml", svg(`<image href="https://evil.example/x.png"/>`), harmful, 0, 0},
	{"svg/image by xlink", "image/svg+xml", svg(`<image xlink:href="//evil.example/x.png"/>`), harmful, 0, 0},
	{"svg/image by another prefix", "image/svg+xml", svg(`<image xmlns:q="http://www.w3.org/1999/xlink" q:href="x.png"/>`), harmful, 0, 0},
	{"svg/image that is an SVG document", "image/svg+xml", svg(`<image href="` + dataURL("image/svg+xml", svg(`<script/>`)) + `"/>`), harmful, 0, 0},
	{"svg/image that is HTML", "image/svg+xml", svg(`<image href="data:text/html,x"/>`), harmful, 0, 0},
	{"svg/image that is a bomb", "image/svg+xml", svg(`<image href="` + dataURL("image/png", png(50_000, 50_000)) + `"/>`), tooLarge, 0, 0},
	{"svg/image with a place", "image/svg+xml", svg(`<image href="` + dataURL("image/png", png(4, 3, chunk("eXIf", exif([]tag{gps}, []tag{latitude})))) + `"/>`), harmful, 0, 0},
	{"svg/use from elsewhere", "image/svg+xml", svg(`<use href="https://evil.example/x.svg#a"/>`), harmful, 0, 0},
	{"svg/use of itself", "image/svg+xml", svg(`<g id="a"><use href="#a"/></g>`), harmful, 0, 0},
	{"svg/use of 10^9 elements", "image/svg+xml", svg(laughs(9)), tooLarge, 0, 0},
	{"svg/paint of 10^9 elements", "image/svg+xml", svg(strings.NewReplacer(`<use href="#`, `<rect fill="url(#`, `"/></g>`, `)"/></g>`, `"/><use`, `)"/><use`).Replace(strings.ReplaceAll(laughs(9), `"/><use href="#`, `)"/><rect fill="url(#`))), tooLarge, 0, 0},
	{"svg/link to a script", "image/svg+xml", svg(`<a href="javascript:alert(1)"><rect/></a>`), harmful, 0, 0},
	{"svg/link to a script in pieces", "image/svg+xml", svg(`<a href="java&#9;script:alert(1)"><rect/></a>`), harmful, 0, 0},
	{"svg/link to another site", "image/svg+xml", svg(`<a href="https://evil.example"><rect/></a>`), harmful, 0, 0},
	{"svg/animation of a link", "image/svg+xml", svg(`<a><set attributeName="href" to="javascript:alert(1)"/></a>`), harmful, 0, 0},
	{"svg/animation of a link by xlink", "image/svg+xml", svg(`<animate attributeName="xlink:href" values="x;y"/>`), harmful, 0, 0},
	{"svg/animation of an event", "image/svg+xml", svg(`<set attributeName="onclick" to="alert(1)"/>`), harmful, 0, 0},
	{"svg/animation to a script", "image/svg+xml", svg(`<set attributeName="fill" to="javascript:alert(1)"/>`), harmful, 0, 0},
	{"svg/style that imports", "image/svg+xml", svg(`<style>@import "https://evil.example/x.css";</style>`), harmful, 0, 0},
	{"svg/style that imports around a comment", "image/svg+xml", svg(`<style>@im<!-- x -->port "//evil.example/x.css";</style>`), harmful, 0, 0},
	{"svg/style that imports with an escape", "image/svg+xml", svg(`<style>@\69mport "//evil.example/x.css";</style>`), harmful, 0, 0},
	{"svg/style that imports in CDATA", "image/svg+xml", svg(`<style><![CDATA[@import "//evil.example/x.css";]]></style>`), harmful, 0, 0},
	{"svg/style with url", "image/svg+xml", svg(`<style>rect { fill: URL( "https://evil.example/x" ) }</style>`), harmful, 0, 0},
	{"svg/style with a font from elsewhere", "image/svg+xml", svg(`<style>@font-face { src: url(//evil.example/f) }</style>`), harmful, 0, 0},
	{"svg/style with image-set", "image/svg+xml", svg(`<style>rect { mask: image-set("//evil.example/x" 1x) }</style>`), harmful, 0, 0},
	{"svg/style with an element in it", "image/svg+xml", svg(`<style><g/>x</style>`), harmful, 0, 0},
	{"svg/style attribute with url", "image/svg+xml", svg(`<rect style="fill:url(https://evil.example/x#y)"/>`), harmful, 0, 0},
	{"svg/style attribute with an escape", "image/svg+xml", svg(`<rect style="fill:u\72l(//evil.example)"/>`), harmful, 0, 0},
	{"svg/fill from elsewhere", "image/svg+xml", svg(`<rect fill="url('//evil.example/x#y')"/>`), harmful, 0, 0},
	{"svg/fill behind a Kelvin sign", "image/svg+xml", svg("<rect fill=\"KKKKKK url(//evil.example/x)\"/>"), harmful, 0, 0},
	{"svg/fill within a fill", "image/svg+xml", svg(`<rect style="fill:url(#a url(//evil.example/x)"/>`), harmful, 0, 0},
	{"svg/fill that does not end", "image/svg+xml", svg(`<rect fill="` + strings.Repeat("url(#", 20_000) + `"/>`), harmful, 0, 0},
	{"svg/filter from elsewhere", "image/svg+xml", svg(`<feImage href="//evil.example/x"/>`), harmful, 0, 0},
	{"svg/base", "image/svg+xml", svg(`<g xml:base="https://evil.example/"><use href="#a"/></g>`), harmful, 0, 0},
	{"svg/stylesheet of XML", "image/svg+xml", of(`<?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?>`, svgStart, svgEnd), harmful, 0, 0},
	{"svg/PHP", "image/svg+xml", svg(`<?php system($_GET[0]); ?>`), harmful, 0, 0},
	{"svg/entities", "image/svg+xml", of(`<!DOCTYPE svg [<!ENTITY x "y">]>`, svgStart, `&x;`, svgEnd), harmful, 0, 0},
	{"svg/entity from a file", "image/svg+xml", of(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>`, svgStart, svgEnd), harmful, 0, 0},
	{"svg/entity alone", "image/svg+xml", of(`<!ENTITY x "y">`, svgStart, svgEnd), harmful, 0, 0},
	{"svg/entity that is not declared", "image/svg+xml", svg(`&x;`), rejected, 0, 0},
	{"svg/UTF-16", "image/svg+xml", of(inUTF16(svgStart + `<script>alert(1)</script>` + svgEnd)), rejected, 0, 0},
	{"svg/says UTF-7", "image/svg+xml", of(`<?xml version="1.0" encoding="utf-7"?>`, svgStart, svgEnd), rejected, 0, 0},
	{"svg/invalid UTF-8", "image/svg+xml", svg("\xff\xfe"), rejected, 0, 0},
	{"svg/compressed", "image/svg+xml", of("\x1f\x8b\x08\x00"), rejected, 0, 0},
	{"svg/is HTML", "image/svg+xml", of(`<html><svg/><script>alert(1)</script></html>`), rejected, 0, 0},
	{"svg/without a namespace", "image/svg+xml", of(`<svg><rect/></svg>`), rejected, 0, 0},
	{"svg/cut", "image/svg+xml", of(svgStart, `<rect`), rejected, 0, 0},
	{"svg/not closed", "image/svg+xml", of(svgStart), rejected, 0, 0},
	{"svg/two roots", "image/svg+xml", of(svgStart, svgEnd, svgStart, svgEnd), rejected, 0, 0},
	{"svg/text behind its end", "image/svg+xml", of(svgStart, svgEnd, `alert(1)`), rejected, 0, 0},
	{"svg/a million elements deep", "image/svg+xml", svg(strings.Repeat(`<g>`, 1_000_000)), tooLarge, 0, 0},
	{"svg/attribute of a megabyte", "image/svg+xml", svg(`<path d="` + strings.Repeat("M", 1<<20) + `"/>`), tooLarge, 0, 0},
	{"svg/style of a megabyte in pieces", "image/svg+xml", svg(`<style>` + strings.Repeat(strings.Repeat("x", 1<<16)+`<!-- -->`, 16) + `</style>`), tooLarge, 0, 0},
	{"svg/50,000 ids", "image/svg+xml", svg(strings.Repeat(`<g id="a"><use href="#b"/></g>`, 50_000)), tooLarge, 0, 0},
	{"svg/5 MB", "image/svg+xml", svg(strings.Repeat(" ", 5<<20)), tooLarge, 0, 0},
	{"svg/script in a title", "image/svg+xml", svg(`<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>`), harmless, 4, 3},
	{"svg/script in a comment", "image/svg+xml", svg(`<!-- <script>alert(1)</script> -->`), harmless, 4, 3},
}

var honestSVG = []Case{
	{"svg", "image/svg+xml", svg(`<rect width="4" height="3" fill="red"/>`), harmless, 4, 3},
	{"svg with a declaration", "image/svg+xml", of(`<?xml version="1.0" encoding="UTF-8"?>`+"\n", svgStart, svgEnd, "\n"), harmless, 4, 3},
	{"svg with a mark of UTF-8", "image/svg+xml", of("\xef\xbb\xbf", svgStart, svgEnd), harmless, 4, 3},
	{"svg with a DOCTYPE", "image/svg+xml", of(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">`, svgStart, svgEnd), harmless, 4, 3},
	{"svg with a view box", "image/svg+xml", of(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24.4 16"/>`), harmless, 24, 16},
	{"svg without sides", "image/svg+xml", of(`<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>`), harmless, 0, 0},
	{"svg with a gradient", "image/svg+xml", svg(`<linearGradient id="b"><stop/></linearGradient><linearGradient id="a" xlink:href="#b"/><rect fill="url(#a)"/>`), harmless, 4, 3},
	{"svg with a clip path", "image/svg+xml", svg(`<defs><rect id="a"/></defs><clipPath id="b"><use xlink:href="#a"/></clipPath><g style="clip-path:url(#b)"><rect/></g>`), harmless, 4, 3},
	{"svg with styles", "image/svg+xml", svg(`<style>.a { fill: #f00; clip-path: url("#b") }</style><rect class="a"/>`), harmless, 4, 3},
	{"svg with an animation", "image/svg+xml", svg(`<rect><animate attributeName="x" values="0;1"/></rect>`), harmless, 4, 3},
	{"svg with a picture", "image/svg+xml", svg(`<image href="` + dataURL("image/png", goodPNG) + `"/>`), harmless, 4, 3},
	{"svg of a drawing program", "image/svg+xml", svg(`<n:namedview xmlns:n="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" n:file="C:\a (1).svg"/>
		<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:type r:resource="http://purl.org/dc/dcmitype/StillImage"/></r:RDF></metadata>`), harmless, 4, 3},
	{"svg with a link into itself", "image/svg+xml", svg(`<g id="a"><a href="#a"><rect/></a></g>`), harmless, 4, 3},
}
