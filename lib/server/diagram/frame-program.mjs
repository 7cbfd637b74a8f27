/**
 * Draws one diagram, inside a frame that has no origin, no storage and no network. What is drawn was written by a model
 * or a stranger; the page around the frame believes nothing but two lengths and two short texts.
 */
const longestText = 20_000;
const mostEdges = 400;
const colour = /^#[0-9a-f]{3,8}$/i;

const loading = import(document.body.dataset.mermaid);

function themeOf({ isDark, colours }) {
  const safe = Object.fromEntries(Object.entries(colours).filter(([, value]) => colour.test(value)));
  const { card, raise, code, edge, text, dim, line } = safe;
  return {
    darkMode: isDark,
    background: card,
    mainBkg: raise,
    primaryColor: raise,
    primaryTextColor: text,
    primaryBorderColor: edge,
    secondaryColor: code,
    secondaryTextColor: text,
    tertiaryColor: code,
    tertiaryTextColor: text,
    lineColor: dim,
    textColor: text,
    titleColor: text,
    clusterBkg: code,
    clusterBorder: line,
    edgeLabelBackground: card,
    noteBkgColor: code,
    noteTextColor: text,
    noteBorderColor: edge,
    fontSize: '14px',
  };
}

function configOf(order) {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    maxTextSize: longestText,
    maxEdges: mostEdges,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    look: 'classic',
    theme: 'base',
    themeVariables: themeOf(order),
    fontFamily: 'system-ui, sans-serif',
    // What a diagram may not change about itself.
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'htmlLabels',
      'dompurifyConfig',
      'fontFamily',
      'themeCSS',
    ],
  };
}

/** A picture leads nowhere and listens to nothing. */
function disarm(picture) {
  for (const element of [picture, ...picture.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes]) {
      if (/^on|(^|:)href$/i.test(name) && !/^#/.test(element.getAttribute(name))) element.removeAttribute(name);
    }
  }
}

async function draw(order) {
  const { default: mermaid } = await loading;
  mermaid.initialize(configOf(order));
  const { svg, diagramType } = await mermaid.render('diagram', order.source);
  const picture = new DOMParser().parseFromString(svg, 'text/html').body.querySelector('svg');
  disarm(picture);
  const { width, height } = picture.viewBox.baseVal;
  picture.setAttribute('width', '100%');
  picture.style.maxWidth = 'none';
  const title = picture.querySelector(':scope > title')?.textContent ?? '';
  document.body.replaceChildren(document.adoptNode(picture));
  return { type: 'drawn', width, height, kind: diagramType, title: title.slice(0, 200) };
}

async function obey({ data: order, ports: [port] }) {
  document.documentElement.style.colorScheme = order.isDark ? 'dark' : 'light';
  try {
    await loading;
    port.postMessage({ type: 'ready' });
    port.postMessage(await draw(order));
  } catch {
    port.postMessage({ type: 'failed' });
  }
}

addEventListener('message', (event) => event.source === parent && obey(event), { once: true });
