/** MathML elements for the presentation of formulas: readers draw them, and they run nothing. */
export const FORMULA_ELEMENTS =
  `math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover
  mmultiscripts mprescripts none mtable mtr mtd mstyle mpadded mphantom merror menclose mfenced`.split(
    /\s+/,
  );
