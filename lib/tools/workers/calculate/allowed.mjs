const limits = { depth: 100, nodes: 1000, arrayItems: 400 };

const words = (text) => new Set(text.trim().split(/\s+/));

const functions = words(`
  abs add cbrt ceil cube divide exp expm1 fix floor gcd hypot lcm log log10 log1p log2 mod multiply nthRoot pow round sign
  sqrt square subtract unaryMinus unaryPlus invmod
  acos acosh acot acoth acsc acsch asec asech asin asinh atan atan2 atanh cos cosh cot coth csc csch sec sech sin sinh tan tanh
  combinations combinationsWithRep factorial gamma lgamma permutations catalan bellNumbers stirlingS2
  mad max mean median min mode prod std sum variance corr
  cross det dot inv norm size trace transpose eigs lusolve
  arg conj im re erf bitAnd bitOr bitXor bitNot
`);

const dateFunctions = words('date_add date_diff weekday today');

const constants = words('pi e tau phi i Infinity NaN true false');

const operators = words(`
  add subtract multiply divide pow mod unaryMinus unaryPlus factorial to transpose ctranspose dotMultiply dotDivide dotPow
  larger smaller largerEq smallerEq equal unequal and or not xor bitAnd bitOr bitXor bitNot leftShift rightArithShift
`);

const plainNodes = words('ParenthesisNode ConditionalNode RelationalNode BlockNode');

/**
 * Lets through an expression of numbers, units, lists, listed functions and variables it assigns itself; everything else
 * the parser knows (objects, property access, definitions of functions, ranges) is refused before anything is evaluated.
 */
export function assertAllowed(root, isUnit) {
  const state = { nodes: 0, items: 0, variables: new Set(), isUnit };
  visit(root, state, { depth: 0, isDateArgument: false });
}

function visit(node, state, at) {
  state.nodes += 1;
  if (at.depth > limits.depth || state.nodes > limits.nodes) throw new Error('the expression is too large');
  assertNode(node, state, at);
  const isDateArgument = node.type === 'FunctionNode' && dateFunctions.has(node.fn.name);
  for (const child of childrenOf(node)) visit(child, state, { depth: at.depth + 1, isDateArgument });
  if (node.type === 'AssignmentNode') state.variables.add(node.object.name);
}

function childrenOf(node) {
  if (node.type === 'FunctionNode') return node.args;
  if (node.type === 'AssignmentNode') return [node.value];
  const children = [];
  node.forEach((child) => {
    children.push(child);
  });
  return children;
}

function assertNode(node, state, { isDateArgument }) {
  switch (node.type) {
    case 'ConstantNode':
      if (typeof node.value === 'string' && !isDateArgument) throw new Error('text is only allowed in date functions');
      return;
    case 'SymbolNode':
      assertSymbol(node.name, state);
      return;
    case 'FunctionNode':
      assertFunction(node, state);
      return;
    case 'OperatorNode':
      if (!operators.has(node.fn)) throw new Error(`the operator ${node.op} is not available`);
      return;
    case 'AssignmentNode':
      assertAssignment(node);
      return;
    case 'ArrayNode':
      state.items += node.items.length;
      if (state.items > limits.arrayItems) throw new Error(`lists hold at most ${limits.arrayItems} numbers`);
      return;
    default:
      if (!plainNodes.has(node.type)) throw new Error('only numbers, units, lists and functions can be calculated');
  }
}

function assertSymbol(name, { variables, isUnit }) {
  if (variables.has(name) || constants.has(name) || isUnit(name)) return;
  throw new Error(`${name} is neither a unit, a constant nor a variable that was assigned before`);
}

function assertFunction({ fn }, { variables }) {
  const name = fn?.type === 'SymbolNode' ? fn.name : '';
  const isKnown = functions.has(name) || dateFunctions.has(name);
  if (!isKnown || variables.has(name)) throw new Error(`there is no function ${name}`);
}

function assertAssignment({ object, index }) {
  const name = object?.type === 'SymbolNode' && !index ? object.name : '';
  const isTaken = functions.has(name) || dateFunctions.has(name) || constants.has(name);
  if (!/^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name) || isTaken) throw new Error('this name cannot be assigned');
}
