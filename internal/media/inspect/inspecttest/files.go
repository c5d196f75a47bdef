package inspecttest

import "strings"

const (
	docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

var (
	goodWAV  = riff("WAVE", riffChunk("fmt ", strings.Repeat("\x00", 16)), riffChunk("data", "sound"))
	goodOgg  = of(oggPage("\x01vorbis"), oggPage("sound"))
	goodWebM = of(webmHead, ebml("\x18\x53\x80\x67", ebml("\x16\x54\xae\x6b", "t")+ebml("\x1f\x43\xb6\x75", "film")))
	goodPDF  = of("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n", "%%EOF\n")
	goodZip  = zipFile("a.txt", "b.txt")
	goodDocx = zipFile("[Content_Types].xml", "word/document.xml")
	goodWOFF = of("wOFF\x00\x01\x00\x00", be32(44), strings.Repeat("\x00", 32))
)

var hostileFiles = []Case{
	{"mp4/brand alone", "video/mp4", of(box("ftyp", "isom", be32(0))), rejected, 0, 0},
	{"mp4/cut", "video/mp4", cut(movie("isom", "vide"), 1), rejected, 0, 0},
	{"mp4/sound alone", "video/mp4", movie("isom", "soun"), rejected, 0, 0},
	{"mp4/HTML behind its end", "video/mp4", with(movie("isom", "vide"), htmlTail), rejected, 0, 0},
	{"mp4/box of size 0 in a loop", "video/mp4", of(box("ftyp", "isom", be32(0)), be32(4)+"moov"), rejected, 0, 0},
	{"mp4/boxes a thousand deep", "video/mp4", of(box("ftyp", "isom", be32(0)), deep(1000)), rejected, 0, 0},
	{"mp4/place", "video/mp4", movie("isom", "vide", box("udta", box("\xa9xyz", "+47.3+008.5/"))), harmful, 0, 0},
	{"mp4/place in a list", "video/mp4", movie("isom", "vide", box("udta", full("meta", full("hdlr", be32(0), "mdir"), box("ilst", box("\xa9xyz", "+47.3+008.5/"))))), harmful, 0, 0},
	{"mov/place among keys", "video/quicktime", movie("qt  ", "vide", box("meta", full("hdlr", be32(0), "mdta"), full("keys", be32(1), box("mdta", "com.apple.quicktime.location.ISO6709")))), harmful, 0, 0},
	{"m4a/with pictures", "audio/mp4", movie("isom", "vide"), rejected, 0, 0},
	{"webm/Matroska", "video/webm", of(ebml("\x1a\x45\xdf\xa3", ebml("\x42\x82", "matroska"))), rejected, 0, 0},
	{"webm/cut", "video/webm", cut(goodWebM, 1), rejected, 0, 0},
	{"webm/HTML behind its end", "video/webm", with(goodWebM, htmlTail), rejected, 0, 0},
	{"mp3/tag alone", "audio/mpeg", of("ID3\x04\x00\x00\x00\x00\x00\x00"), rejected, 0, 0},
	{"mp3/tag of 256 MB", "audio/mpeg", of("ID3\x04\x00\x00\x7f\x7f\x7f\x7f", mp3(3)), rejected, 0, 0},
	{"mp3/HTML in its place", "audio/mpeg", of("ID3\x04\x00\x00\x00\x00\x00\x00", htmlTail), rejected, 0, 0},
	{"mp3/ZIP behind its end", "audio/mpeg", of(mp3(3), zipTail), rejected, 0, 0},
	{"ogg/cut", "audio/ogg", cut(goodOgg, 1), rejected, 0, 0},
	{"ogg/pictures", "audio/ogg", of(oggPage("\x80theora")), rejected, 0, 0},
	{"ogg/HTML behind its end", "audio/ogg", with(goodOgg, strings.Repeat(htmlTail, 2)), rejected, 0, 0},
	{"wav/without sound", "audio/wav", riff("WAVE", riffChunk("fmt ", "x")), rejected, 0, 0},
	{"wav/cut", "audio/wav", cut(goodWAV, 2), rejected, 0, 0},
	{"flac/signature alone", "audio/flac", of("fLaC"), rejected, 0, 0},
	{"flac/script in its place", "audio/flac", of("fLaC\x80\x00\x00\x00alert(1)"), rejected, 0, 0},
	{"pdf/without its end", "application/pdf", of("%PDF-1.7\n1 0 obj\n"), rejected, 0, 0},
	{"pdf/HTML before it", "application/pdf", of(htmlTail, "%PDF-1.7\n%%EOF\n"), rejected, 0, 0},
	{"pdf/ZIP behind its end", "application/pdf", with(goodPDF, zipTail), rejected, 0, 0},
	{"pdf/script", "application/pdf", of("%PDF-1.7\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\n%%EOF"), harmless, 0, 0},
	{"zip/cut", "application/zip", cut(goodZip, 1), rejected, 0, 0},
	{"zip/HTML behind its end", "application/zip", with(goodZip, htmlTail), rejected, 0, 0},
	{"zip/directory elsewhere", "application/zip", of("PK\x03\x04", "PK\x05\x06\x00\x00\x00\x00\xff\xff\xff\xff", le32(1<<31), le32(1<<31), "\x00\x00"), rejected, 0, 0},
	{"zip/65,535 entries that are none", "application/zip", of("PK\x05\x06\x00\x00\x00\x00\xff\xff\xff\xff", le32(0), le32(0), "\x00\x00"), rejected, 0, 0},
	{"docx/any ZIP", docx, goodZip, rejected, 0, 0},
	{"docx/says a spreadsheet", xlsx, goodDocx, rejected, 0, 0},
	{"docx/macros", docx, zipFile("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"), harmful, 0, 0},
	{"text/HTML", "text/plain", of("  <!DOCTYPE html><script>alert(1)</script>"), rejected, 0, 0},
	{"text/SVG", "text/plain", svg(`<script/>`), rejected, 0, 0},
	{"text/PDF", "text/plain", goodPDF, rejected, 0, 0},
	{"text/PNG", "text/csv", goodPNG, rejected, 0, 0},
	{"text/NUL far inside", "text/plain", of(strings.Repeat("a", 40<<10), "\x00"), rejected, 0, 0},
	{"text/UTF-16", "text/plain", of(inUTF16("<script>alert(1)</script>")), rejected, 0, 0},
	{"text/empty", "text/plain", of(), rejected, 0, 0},
	{"text/escapes of a terminal", "text/plain", of("\x1b]0;x\x07"), rejected, 0, 0},
	{"csv/formula", "text/csv", of("=cmd|' /C calc'!A0\r\n"), harmless, 0, 0},
	{"json/script", "application/json", of("alert(1)"), rejected, 0, 0},
	{"json/cut", "application/json", of(`{"a": [1, 2`), rejected, 0, 0},
	{"json/a million brackets", "application/json", of(strings.Repeat("[", 1_000_000)), rejected, 0, 0},
	{"json/string of 5 MB", "application/json", of(`"`, strings.Repeat("a", 5<<20)), rejected, 0, 0},
	{"woff/cut", "font/woff", cut(goodWOFF, 1), rejected, 0, 0},
	{"woff/HTML behind its end", "font/woff", with(goodWOFF, htmlTail), rejected, 0, 0},
	{"type/HTML", "text/html", of("<p>x</p>"), rejected, 0, 0},
	{"type/XHTML", "application/xhtml+xml", of(`<html xmlns="http://www.w3.org/1999/xhtml"/>`), rejected, 0, 0},
	{"type/XML", "text/xml", of("<a/>"), rejected, 0, 0},
	{"type/script", "text/javascript", of("alert(1)"), rejected, 0, 0},
	{"type/any bytes", "application/octet-stream", goodPNG, rejected, 0, 0},
	{"type/of nothing", "", goodPNG, rejected, 0, 0},
	{"type/of 5 kB", strings.Repeat("../", 1700), goodPNG, rejected, 0, 0},
}

// deep is a description within itself.
func deep(levels int) string {
	text := ""
	for range levels {
		text = box("moov", text)
	}
	return text
}

var honestFiles = []Case{
	{"mp4", "video/mp4", movie("mp42", "vide"), harmless, 0, 0},
	{"mp4 with metadata", "video/mp4", movie("isom", "vide", box("udta", full("meta", full("hdlr", be32(0), "mdir"), box("ilst", "")), be32(0))), harmless, 0, 0},
	{"mov", "video/quicktime", movie("qt  ", "vide"), harmless, 0, 0},
	{"m4a", "audio/mp4", movie("M4A ", "soun"), harmless, 0, 0},
	{"m4a of a recorder", "audio/x-m4a", movie("isom", "soun"), harmless, 0, 0},
	{"webm", "video/webm", goodWebM, harmless, 0, 0},
	{"webm of a recorder", "video/webm", of(webmHead, "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff", ebml("\x16\x54\xae\x6b", "t"), "\x1f\x43\xb6\x75\xfffilm"), harmless, 0, 0},
	{"mp3", "audio/mpeg", of(mp3(5)), harmless, 0, 0},
	{"mp3 with tags", "audio/mp3", of("ID3\x04\x00\x00\x00\x00\x00\x02xx", "\x00\x00\x00\x00", mp3(3), "TAG"+strings.Repeat("\x00", 125)), harmless, 0, 0},
	{"ogg", "audio/ogg", goodOgg, harmless, 0, 0},
	{"wav", "audio/x-wav", goodWAV, harmless, 0, 0},
	{"flac", "audio/flac", of("fLaC\x80\x00\x00\x22", strings.Repeat("\x00", 34), "\xff\xf8sound"), harmless, 0, 0},
	{"pdf", "application/pdf", goodPDF, harmless, 0, 0},
	{"zip", "application/zip", goodZip, harmless, 0, 0},
	{"zip of nothing", "application/zip", zipFile(), harmless, 0, 0},
	{"docx", docx, goodDocx, harmless, 0, 0},
	{"text", "text/plain; charset=utf-8", of("Grüezi\n", strings.Repeat("日本", 20_000)), harmless, 0, 0},
	{"text with a heart", "text/plain", of("<3 you"), harmless, 0, 0},
	{"csv", "text/csv", of("a,b\r\n1,2\r\n"), harmless, 0, 0},
	{"markdown", "text/markdown", of("# Title\n\n<b>x</b>"), harmless, 0, 0},
	{"vtt", "text/vtt", of("WEBVTT\n\n00:00.000 --> 00:01.000\nHi"), harmless, 0, 0},
	{"json", "application/json", of(`{"a": [1, "]}\" <b>"], "b": null}`), harmless, 0, 0},
	{"woff", "font/woff", goodWOFF, harmless, 0, 0},
}
