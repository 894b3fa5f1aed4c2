"""The page in a browser: widths, themes, no request, no error, accessibility, sorting, without script, on paper."""

import pytest

pytestmark = pytest.mark.browser

SMALLEST_TEXT = """() => {
  const sizes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || parent.closest("script, style, title, desc") ||
        !parent.getClientRects().length) continue;
    const svg = parent.closest("svg");
    const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    sizes.push([parseFloat(getComputedStyle(parent).fontSize) * scale, walk.currentNode.data.trim()]);
  }
  return sizes.sort((a, b) => a[0] - b[0])[0];
}"""
OPEN_FOLDS = "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
OVERFLOW = """() => {
  const wide = [...document.querySelectorAll("body *")].filter((e) => !e.closest(".box, pre, .glyphs") &&
    e.getClientRects().length && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
  const root = document.documentElement;
  return [root.scrollWidth - root.clientWidth, wide.map((e) => e.outerHTML.slice(0, 80))];
}"""
OVERLAPS = """() => {
  const hits = [];
  for (const svg of document.querySelectorAll("svg.picture")) {
    const texts = [...svg.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
    texts.forEach(([a, r], i) => texts.slice(i + 1).forEach(([b, s]) => {
      const x = Math.min(r.right, s.right) - Math.max(r.left, s.left);
      const y = Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top);
      if (x > 1 && y > 4) hits.push([svg.getAttribute("aria-labelledby"), a, b]);
    }));
  }
  return hits;
}"""


@pytest.fixture(scope="module")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser, written):
    """`open_page(width, theme)` gives the page, and lists of the requests and complaints it made."""
    contexts = []

    def open_it(width=1440, theme="light", script=True):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page, requests, complaints = context.new_page(), [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(written.as_uri())
        return page, requests, complaints

    yield open_it
    for context in contexts:
        context.close()


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_reads_and_asks_for_nothing(open_page, width, theme):
    page, requests, complaints = open_page(width, theme)
    page.evaluate(OPEN_FOLDS)
    assert page.evaluate(OVERFLOW) == [0, []]
    size, text = page.evaluate(SMALLEST_TEXT)
    assert size >= 9, text
    assert page.evaluate(OVERLAPS) == []
    assert (len(requests), complaints) == (1, [])


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page, width, theme):
    from axe_playwright_python.sync_playwright import Axe

    page, _, _ = open_page(width, theme)
    page.evaluate(OPEN_FOLDS)
    # Rows are alike, and axe cannot judge what is drawn: six of a table, and pictures without their strokes, will do.
    page.evaluate("document.querySelectorAll('tbody tr:nth-child(n+7), svg.picture > g').forEach((e) => e.remove())")
    result = Axe().run(page, options={"resultTypes": ["violations"]})
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in result.response["violations"]] == []


def test_the_first_screen_answers(open_page):
    page, _, _ = open_page()
    for verdict in page.locator(".verdict-line").all():
        box = verdict.bounding_box()
        assert box["y"] + box["height"] < 900
    assert page.locator(".who").bounding_box()["y"] < page.locator(".verdict-line").first.bounding_box()["y"]


def test_sorting_reorders_the_figure(open_page):
    page, _, complaints = open_page()
    box = page.locator(".table", has=page.locator("table.sortable")).first
    button = box.get_by_role("button", name="margin, points")
    rows = "rows => rows.map(row => row.cells[5].dataset.key)"
    for direction, sign in (("descending", -1), ("ascending", 1)):
        button.press("Enter")
        keys = [float(key) for key in box.locator("tbody tr").evaluate_all(rows)]
        assert keys == sorted(keys, key=lambda key: sign * key)
        assert box.locator("th[aria-sort]").evaluate_all("heads => heads.map(h => h.ariaSort)") == [direction]
        assert "margin" in box.locator("[role=status]").inner_text()
    assert complaints == []


def test_a_table_downloads_as_the_file_beside_it(open_page, written):
    page, _, _ = open_page()
    with page.expect_download() as download:
        page.locator("a[download='cards.csv']").click()
    with open(download.value.path(), "rb") as file:
        assert file.read() == (written.parent / "tables" / "cards.csv").read_bytes()


def test_it_is_complete_without_script(open_page):
    page, _, _ = open_page(script=False)
    assert page.locator("table tbody tr").count() > 100
    assert page.locator("thead button").count() == 0
    page.locator("summary").first.click()
    assert page.locator("details[open]").count() == 1


def test_on_paper_folds_are_open_and_the_theme_is_light(open_page):
    page, _, _ = open_page(theme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("details p").first.evaluate("p => p.getClientRects().length") > 0
