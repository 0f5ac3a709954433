/**
 * HTML that bypassed other sanitizers (mutation XSS): text that is harmless in the first parse becomes an element or an
 * event handler in the second.
 */
import fc from 'fast-check'

/** Elements that switch the parser from HTML to SVG or MathML, and back. */
const FOREIGN = [
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a title="</style><img src=x onerror=alert(1)>">',
  '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
  '<svg><desc><p>文<script>alert(1)</script></p></desc></svg>',
  '<svg><title><b>粗</b><img src=x onerror=alert(1)></title></svg>',
  '<svg><foreignObject><p onclick=alert(1)>文</p></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></use></svg>',
  '<svg><script>alert&#40;1&#41;</script></svg>',
  '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><p>文</p><script>alert(1)</script></annotation-xml></math>',
  '<math><mi><malignmark><p>文</p></malignmark></mi><style><b title="</style><img onerror=alert(1) src>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>',
]

/** Elements whose content one parser reads as text and another as markup. */
const RAW_TEXT = [
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">文</p></noscript>',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>"></iframe>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<title><p title="</title><img src=x onerror=alert(1)>"></title>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<style><p title="</style><img src=x onerror=alert(1)>"></style>',
  '<script><!--<script></script><img src=x onerror=alert(1)>--></script>',
  '<plaintext><p>后面全是文本<script>alert(1)</script>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '<template><p onclick=alert(1)>模板里<script>alert(1)</script></p></template>',
  '<option><style></option></select><img src=x onerror=alert(1)></style></option>',
]

/** Comments and instructions that end at unexpected positions. */
const COMMENTS = [
  '<!--><img src=x onerror=alert(1)>-->',
  '<!---><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)>-->',
  '<!-- ><img src=x onerror=alert(1)> -->',
  '<!--<!-- --><img src=x onerror=alert(1)> -->',
  '<!doctype html [<!ENTITY x "<img src=x onerror=alert(1)>">]>&x;',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<?php echo "<img src=x onerror=alert(1)>" ?>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<![endif]--><img src=x onerror=alert(1)><!--[if IE]>',
  '</ x><img src=x onerror=alert(1)>',
  '</><script>alert(1)</script>',
]

/** Nesting that a parser rearranges. */
const MISNESTED = [
  '<table><p onclick=alert(1)>挤出表格</p></table>',
  '<table><tr><td><table><tr></table><script>alert(1)</script>',
  '<p><a href="https://a.example"><a href="javascript:alert(1)">两层链接</a></a></p>',
  '<p><p><p onclick=alert(1)>三层段落',
  '<b><i></b><script>alert(1)</script></i>',
  '<a href="https://a.example"><div><p>块在行内</div></a></p>',
  '<ul><p><li><ul><li></p>表中表<script>alert(1)</script>',
  '<li>没有列表的项</li>',
  '<ol><ol><ol><ol><li>四层</li></ol></ol></ol></ol>',
  '<form><form><input name=x></form><img src=x onerror=alert(1)></form>',
  '<select><option><p>选<svg onload=alert(1)></select>',
  '<button><button><a href="javascript:alert(1)">x</a></button></button>',
  '<nobr><nobr><a><a><p><script>alert(1)</script>',
  `${'<strong>'.repeat(200)}深${'</strong>'.repeat(200)}`,
  `${'<ul><li>'.repeat(60)}深`,
  '<span><p><span><p>行内里的段落</span></p></span></p>',
]

/** Ambiguous attributes. */
const ATTRIBUTES = [
  '<p title="a"onclick="alert(1)">文</p>',
  "<p title='\"' onclick='alert(1)'>文</p>",
  '<p title=`a onclick=alert(1)>文</p>',
  '<p a="b" a="c" onclick=alert(1) onclick=alert(2)>文</p>',
  '<p "onclick="alert(1)">文</p>',
  '<p/onclick=alert(1)/class=rt-align-left>文</p>',
  '<p class="rt-align-left&#10;x" class="rt-align-right">文</p>',
  '<p class="rt-align-left" onclick\u0000="alert(1)">文</p>',
  '<p on\u0000click="alert(1)">文</p>',
  '<p __proto__="x" constructor="y">文</p>',
  '<img src="/uploads/content/a-1.webp" alt="&quot; onerror=&quot;alert(1)">',
  '<img src="/uploads/content/a-1.webp" alt="&lt;script&gt;alert(1)&lt;/script&gt;">',
  '<img src="/uploads/content/../../api/users">',
  '<img src="/uploads/content/a-1.svg?x=<script>">',
  '<a href="https://a.example/&quot;onmouseover=&quot;alert(1)">文</a>',
  '<a href="https://a.example" target="_self" rel="opener">文</a>',
  '<a href="https://user:pass@a.example/">文</a>',
  '<a name="getElementById" id="body">撞名</a>',
  '<img name="querySelector" id="cookie">',
  '<p is="x-button" slot="y" part="z" nonce="n">文</p>',
  '<p dir=rtl lang=ar \u202eonclick=alert(1)>文</p>',
  '<p style="color:red;background:url(//evil.example)">文</p>',
]

/** Special characters, entities and incomplete tags. */
const CHARACTERS = [
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '&#x3C;img src=x onerror=alert(1)&#x3E;',
  '&#0;&#xd800;&#x110000;&#x80;&notanentity;&amp',
  '&ltimg src=x onerror=alert(1)&gt',
  '<p>a < b && c > d</p>',
  '<',
  '<p',
  '<p class="',
  '</p',
  '<\u0000script>alert(1)</script>',
  '<ſcript>alert(1)</ſcript>',
  '<p>\u0085\u00a0\u2028\u2029\ufeff\u200b</p>',
  '<p>\u202egnp.exe\u202c</p>',
  '<p>Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞a\u0301\u0327lgo</p>',
  '<p>👩‍👩‍👧‍👦🇨🇳𠮷</p>',
  '<p>  两个  空格\n换行\t制表  </p>',
]

export const HOSTILE_HTML: readonly string[] = [
  ...FOREIGN,
  ...RAW_TEXT,
  ...COMMENTS,
  ...MISNESTED,
  ...ATTRIBUTES,
  ...CHARACTERS,
]

const TAGS = (
  'p strong em u ul ol li span a img br div b i h1 table tr td script style svg math mtext mglyph title noscript ' +
  'template iframe textarea form select option foreignObject annotation-xml x-own SCRIPT plaintext'
).split(' ')
const ATTRIBUTE_TEXTS = [
  'onclick=alert(1)',
  'onerror="alert(1)"',
  'style="color:red"',
  'class="rt-align-center card"',
  'class=rt-size-7',
  'href="javascript:alert(1)"',
  'href="https://a.example/"',
  'href=//a.example',
  'src=x',
  'src="data:,x"',
  'src="/uploads/content/a-1.webp"',
  'alt="</p><script>"',
  'title="</style><img src=x onerror=alert(1)>"',
  'srcdoc="<script>alert(1)</script>"',
  'xlink:href="javascript:alert(1)"',
  '"',
  "'",
  '/',
  '=',
  '`',
]
const BETWEEN = '文 &lt; &#60; & < > " \' \0 🚀 <!-- --> --!> <![CDATA[ ]]> <!doctype> <?x?> </ />'.split(' ')

const attributes = fc
  .array(fc.constantFrom(...ATTRIBUTE_TEXTS), { maxLength: 3 })
  .map((all) => all.map((attribute) => ` ${attribute}`).join(''))

const token = fc.oneof(
  fc.tuple(fc.constantFrom(...TAGS), attributes).map(([tag, more]) => `<${tag}${more}>`),
  fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
  fc.constantFrom(' ', ...BETWEEN),
)

/** Generates texts of tags, attributes and special characters in any order and nesting, the same ones every time. */
export const generatedHtml = (count: number): string[] =>
  fc
    .sample(fc.array(token, { minLength: 1, maxLength: 14 }), { numRuns: count, seed: 20_261_121 })
    .map((all) => all.join(''))
