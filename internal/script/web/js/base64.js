// atob and btoa: texts each of whose characters is a byte.
const maxArguments = 4096 // that a function is applied to at once

/** binary is bytes as such a text. */
const binary = (bytes) => {
  let text = ''
  for (let i = 0; i < bytes.length; i += maxArguments) text += String.fromCharCode(...bytes.subarray(i, i + maxArguments))
  return text
}

function atob(value) {
  if (arguments.length === 0) throw new TypeError('atob takes a text.')
  try {
    return binary(Uint8Array.fromBase64(String(value)))
  } catch {
    throw new DOMException('The text is no base64.', 'InvalidCharacterError')
  }
}

function btoa(value) {
  if (arguments.length === 0) throw new TypeError('btoa takes a text.')
  const text = String(value)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 255) throw new DOMException('btoa takes characters up to U+00FF; encode the text with TextEncoder first.', 'InvalidCharacterError')
    bytes[i] = code
  }
  return bytes.toBase64()
}

define({ atob, btoa })
