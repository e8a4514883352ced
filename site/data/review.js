qbankData("review",{"findings":[],"rules":{},"changes":null});
