# Statistics of R's psych and base packages, for each file named: a header, and a row for each student. Questions are
# headed by what they are worth, as q1_2; the column `form` has the version.
options(digits = 17, warn = -1)
suppressPackageStartupMessages(library(psych))
line <- function(name, values) cat(name, format(values, digits = 17, trim = TRUE), "\n")
for (file in commandArgs(trailingOnly = TRUE)) {
  data <- read.csv(file)
  form <- data$form
  data <- data[setdiff(names(data), "form")]
  worth <- as.numeric(sub(".*_", "", names(data)))
  cat("file", file, "\n")
  line("mean", colMeans(data, na.rm = TRUE))
  line("sd", apply(data, 2, sd, na.rm = TRUE))
  # With missing answers: the rest as the share of what each student could have.
  possible <- t(t(!is.na(data)) * worth)
  share <- vapply(seq_along(data), function(i) {
    cor(data[[i]], rowSums(data[-i], na.rm = TRUE) / rowSums(possible[, -i, drop = FALSE]), use = "complete.obs")
  }, 0)
  line("share_rest", share)
  varying <- data[vapply(data, function(x) length(unique(x)) > 1, TRUE)]
  if (ncol(varying) > 1 && !anyNA(data)) {
    invisible(capture.output(found <- alpha(varying, check.keys = FALSE, n.iter = 1)))
    line("alpha", found$total$raw_alpha)
    line("r_drop", found$item.stats$r.drop)
    line("raw_r", found$item.stats$raw.r)
    line("alpha_drop", found$alpha.drop$raw_alpha)
    totals <- rowSums(data)
    line("skew", skew(totals, type = 2))
    line("kurtosis", kurtosi(totals, type = 2))
  }
  line("welch", oneway.test(rowSums(data, na.rm = TRUE) / rowSums(possible) ~ form)$p.value)
  line("chisq", chisq.test(table(form, data[[1]] == worth[1]), correct = FALSE)$p.value)
}
